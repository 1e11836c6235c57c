"""podman in a store of its own, on machines that allow it little: without systemd, without a registry, without rights.

What a machine lacks is named, never guessed: `MissingError` says what to install or what is forbidden.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

DEBIAN = "trixie"
"""The Debian whose own Python is the one that the base image has, 3.13."""
LIMITS = ("nofile", "nproc")
"""podman sets these to what the kernel allows at most, which needs a right that root may lack here."""
MOST = 4096
"""Enough of each for a service with a few worker processes."""


class MissingError(Exception):
    """What this machine cannot do, and what would help."""


@dataclass(frozen=True)
class Podman:
    """podman with its own images, and the settings that this machine needs."""

    environment: dict[str, str]

    def run(self, *arguments: str, folder: Path | None = None, seconds: int = 1800) -> str:
        done = subprocess.run(
            ["podman", *arguments], cwd=folder, env=self.environment, capture_output=True, text=True, timeout=seconds
        )
        if done.returncode:
            raise MissingError(f"podman {' '.join(arguments)}:\n{(done.stdout + done.stderr)[-3000:]}")
        return done.stdout

    def bring(self, image: str) -> str:
        """Bring an image: from its registry, or where that is out of reach, one of Debian's packages in its place."""
        try:
            self.run("pull", "--quiet", image, seconds=300)
            return "pulled"
        except (MissingError, subprocess.TimeoutExpired):
            with TemporaryDirectory(dir="/var/tmp") as folder:
                make_root(Path(folder) / "root")
                packed = ["tar", "--create", "--directory", f"{folder}/root", "--file", f"{folder}/root.tar", "."]
                subprocess.run(packed, check=True)
                self.run("import", f"{folder}/root.tar", f"docker.io/library/{image}")
            return f"made of Debian's packages ({DEBIAN}), for no registry answers"


def make_root(folder: Path) -> None:
    """Make a root file system with Python, which trusts whom this machine trusts and asks the index that it asks."""
    if os.geteuid() != 0 or shutil.which("debootstrap") is None:
        raise MissingError("no registry answers, and to make a base image, debootstrap and root are needed")
    what = "--include=python3,python3-venv,python-is-python3,ca-certificates"
    made = subprocess.run(
        ["debootstrap", "--variant=minbase", what, DEBIAN, str(folder)], capture_output=True, text=True, timeout=1800
    )
    if made.returncode:
        raise MissingError(f"no registry answers, and debootstrap fails:\n{made.stdout[-2000:]}")
    for file in ("etc/pip.conf", "etc/ssl/certs/ca-certificates.crt"):
        if Path("/", file).exists():
            shutil.copy(Path("/", file), folder / file)


@contextmanager
def podman() -> Iterator[Podman]:
    """Set podman up; its images and containers are gone afterwards, those of the user are never seen."""
    if sys.platform != "linux" or shutil.which("podman") is None:
        raise MissingError("podman is not installed: apt install podman runc debootstrap")
    folder = Path("/var/tmp") / f"webwinnow-podman-{os.getpid()}"  # not in memory, as /tmp may be
    folder.mkdir()
    (folder / "storage.conf").write_text(
        f'[storage]\ndriver = "overlay"\nrunroot = "{folder}/run"\ngraphroot = "{folder}/images"\n', encoding="utf-8"
    )
    (folder / "containers.conf").write_text("\n".join(_settings()), encoding="utf-8")
    own = {"CONTAINERS_STORAGE_CONF": "storage.conf", "CONTAINERS_CONF": "containers.conf"}
    found = Podman({**os.environ, **{name: str(folder / file) for name, file in own.items()}, **_isolation()})
    try:
        yield found
    finally:
        subprocess.run(["podman", "rm", "--all", "--force"], env=found.environment, capture_output=True)
        subprocess.run(["podman", "rmi", "--all", "--force"], env=found.environment, capture_output=True)
        shutil.rmtree(folder, ignore_errors=True)


def _settings() -> Iterator[str]:
    allowed = {name: min(resource.getrlimit(getattr(resource, f"RLIMIT_{name.upper()}"))[1], MOST) for name in LIMITS}
    yield "[containers]"
    yield f"default_ulimits = {json.dumps([f'{name}={most}:{most}' for name, most in allowed.items()])}"
    if _is_hybrid():
        if shutil.which("runc") is None:
            raise MissingError("cgroups are of both versions here, which crun refuses: apt install runc")
        yield '[engine]\nruntime = "runc"'


def _isolation() -> dict[str, str]:
    """Let steps of the build run without cgroups where these are of both versions."""
    return {"BUILDAH_ISOLATION": "chroot"} if _is_hybrid() else {}


def _is_hybrid() -> bool:
    """Whether the kernel has control groups of both versions, as without systemd it may."""
    return Path("/sys/fs/cgroup/unified").exists()
