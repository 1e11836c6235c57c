// Lets the search of the site work in pages that are opened from files, where browsers start no workers: its script runs
// in a frame instead. Nothing is asked of another host.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      this.waiting = [];
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.frame.srcdoc = "<!doctype html><title>Search</title>";
      this.frame.onload = () => this.start(new URL(address, location));
      document.body.append(this.frame);
    }

    start(address) {
      const inside = this.frame.contentWindow;
      inside.postMessage = (said) => {
        const data = structuredClone(said);
        setTimeout(() => this.tell(new MessageEvent("message", { data })));
      };
      const script = inside.document.createElement("script");
      script.onload = () => {
        this.send = (data) => setTimeout(() => inside.dispatchEvent(new MessageEvent("message", { data })));
        this.waiting.splice(0).forEach(this.send);
      };
      script.onerror = () => this.tell(new ErrorEvent("error", { message: `${address} cannot be read` }));
      script.src = address;
      inside.document.head.append(script);
    }

    tell(event) {
      this.dispatchEvent(event);
      this[`on${event.type}`]?.(event);
    }

    send(data) {
      this.waiting.push(data);
    }

    postMessage(data) {
      this.send(structuredClone(data));
    }

    terminate() {
      this.frame.remove();
    }
  };
}
