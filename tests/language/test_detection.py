"""Telling the language of a text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from webwinnow.language.detection import detect_language

SENTENCES = {
    "en": "The mill stands by the river, and the miller has not been there for a week.",
    "de": "Die Mühle steht am Fluss, und der Müller ist seit einer Woche nicht mehr da.",
    "fr": "Le moulin est au bord de la rivière et le meunier n'est pas là depuis une semaine.",
    "es": "El molino está junto al río y el molinero no ha estado allí desde hace una semana.",
    "pt": "O moinho fica junto ao rio e o moleiro não está lá há uma semana, mas ele vai voltar.",
    "it": "Il mulino è vicino al fiume e il mugnaio non è più lì da una settimana, ma tornerà.",
    "nl": "De molen staat aan de rivier en de molenaar is er al een week niet meer geweest.",
    "sv": "Kvarnen står vid ån och mjölnaren har inte varit där på en vecka, men han kommer.",
    "da": "Møllen ligger ved åen, og mølleren har ikke været der i en uge, men han kommer efter det.",
    "no": "Møllen ligger ved elva, og mølleren har ikke vært der på en uke, men han kommer etter det.",
    "fi": "Mylly on joen rannalla, ja mylläri ei ole ollut siellä viikkoon, mutta hän tulee kun se on.",
    "pl": "Młyn stoi nad rzeką, a młynarza nie było tam od tygodnia, ale jest już w drodze i się spieszy.",
    "cs": "Mlýn stojí u řeky a mlynář tam už týden nebyl, ale je to jen jeho věc, že se nevrátil.",
    "sk": "Mlyn stojí pri rieke a mlynár tam už týždeň nebol, ale je to len jeho vec, že sa nevrátil, ktorá bola.",
    "sl": "Mlin stoji ob reki in mlinarja že teden dni ni bilo tam, vendar se bo lahko vrnil, ker je tudi on tam.",
    "hu": "A malom a folyó mellett áll, és a molnár egy hete nem volt ott, de már úton van, hogy visszajöjjön.",
    "tr": "Değirmen nehrin yanında duruyor ve değirmenci bir haftadır orada değil, ama bu çok daha iyi.",
    "vi": "Cối xay nằm bên sông và người thợ xay đã không ở đó một tuần, nhưng ông ấy sẽ về.",
    "eu": "Errota ibaiaren ondoan dago eta errotaria ez da han izan azken astean, baina etorriko da.",
    "ru": "Мельница стоит у реки, и мельника там не было уже неделю, но он скоро вернётся.",
    "uk": "Млин стоїть біля річки, і мельника там не було вже тиждень, але він скоро повернеться.",
    "bg": "Мелницата е до реката и мелничарят не е бил там от една седмица, но това не е всичко.",
    "el": "Ο μύλος είναι δίπλα στο ποτάμι και ο μυλωνάς λείπει μια εβδομάδα.",
    "he": "הטחנה עומדת ליד הנהר והטוחן לא היה שם כבר שבוע.",
    "ar": "تقع الطاحونة على النهر ولم يكن الطحان هناك منذ أسبوع ولكنه سيعود إلى هذه القرية.",
    "fa": "آسیاب کنار رودخانه است و آسیابان یک هفته است که آنجا نبوده، ولی این را می‌گوید.",
    "ur": "چکی دریا کے کنارے ہے اور چکی والا ایک ہفتے سے وہاں نہیں ہے لیکن وہ آئے گا۔",
    "hi": "चक्की नदी के किनारे है और चक्कीवाला एक हफ्ते से वहाँ नहीं है, लेकिन वह आएगा।",
    "th": "โรงสีอยู่ริมแม่น้ำและคนโม่แป้งไม่ได้อยู่ที่นั่นมาหนึ่งสัปดาห์",
    "ja": "水車小屋は川のそばにあり、粉屋は一週間そこにいません。",
    "zh": "磨坊在河边，磨坊主已经一个星期不在那里了。",
    "ko": "방앗간은 강가에 있고 방앗간 주인은 일주일 동안 없었다.",
    "ka": "წისქვილი მდინარესთან დგას და მეწისქვილე იქ არ ყოფილა.",
}


@pytest.mark.parametrize("tag", SENTENCES)
def test_sentences(tag: str) -> None:
    found = detect_language(SENTENCES[tag])
    assert found is not None
    assert found.tag == tag


@pytest.mark.parametrize("text", ["", "12:30", "…", "xyzzy plugh"])
def test_nothing_to_tell(text: str) -> None:
    assert detect_language(text) is None


def test_more_text_makes_it_surer() -> None:
    short, long = detect_language("der Hund"), detect_language(SENTENCES["de"] * 3)
    assert short is not None and long is not None
    assert short.confidence < long.confidence <= 1


def test_a_language_that_is_not_known_is_never_sure() -> None:
    xhosa = "Owayesakuba nguMphathiswa wamaShishini oLuntu akabanjwanga emva kotyelelo lwakhe kwiofisi yecandelo na"
    found = detect_language(xhosa)
    assert found is None or found.confidence < 0.5


def test_latin_names_do_not_make_a_text_latin() -> None:
    found = detect_language("OpenAI、Google、Microsoft は新しい製品を東京で発表しました。")
    assert found is not None
    assert found.tag == "ja"


@given(some.text(max_size=300))
def test_any_text(text: str) -> None:
    found = detect_language(text)
    assert found is None or 0 <= found.confidence <= 1
