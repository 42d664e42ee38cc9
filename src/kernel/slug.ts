const MAX_SLUG_LENGTH = 56

/** Letters that Unicode does not decompose into a Latin letter and marks. */
const LETTERS = new Map(
  [
    // Latin
    'ß ss æ ae œ oe ø o đ d ð d ħ h ı i ł l þ th ŋ n',
    // Greek
    'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o',
    // Cyrillic
    'а a б b в v г g д d е e ж zh з z и i к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ы y',
    'э e ю yu я ya є ye і i ґ g ђ dj ј j љ lj њ nj ћ c џ dz',
    // Arabic, without the vowels that are not written
    'ا a ب b ت t ث th ج j ح h خ kh د d ذ dh ر r ز z س s ش sh ص s ض d ط t ظ z ع a غ gh ف f ق q ك k ل l م m ن n ه h و w ي y ة a ى a',
    // Hiragana; katakana is converted first
    'あ a い i う u え e お o か ka き ki く ku け ke こ ko さ sa し shi す su せ se そ so た ta ち chi つ tsu て te と to',
    'な na に ni ぬ nu ね ne の no は ha ひ hi ふ fu へ he ほ ho ま ma み mi む mu め me も mo や ya ゆ yu よ yo',
    'ら ra り ri る ru れ re ろ ro わ wa を o ん n ぁ a ぃ i ぅ u ぇ e ぉ o',
    'が ga ぎ gi ぐ gu げ ge ご go ざ za じ ji ず zu ぜ ze ぞ zo だ da ぢ ji づ zu で de ど do',
    'ば ba び bi ぶ bu べ be ぼ bo ぱ pa ぴ pi ぷ pu ぺ pe ぽ po ゔ vu',
  ]
    .join(' ')
    .match(/\S+ \S+/g)
    ?.map((pair) => pair.split(' ') as [string, string]),
)

const SILENT = /[ъьʼ’'ءئؤー]/g
const CONTRACTED_KANA = /([きしちにひみりぎじびぴ])([ゃゅょ])/g
const SMALL_VOWELS: Record<string, string> = { ゃ: 'a', ゅ: 'u', ょ: 'o' }

/** Chinese characters have no reading without a dictionary. Hiragana next to them is mostly grammar, so it goes too. */
const UNREADABLE = /\p{Script=Han}/u

const contracted = (whole: string, head: string, small: string) => {
  const consonant = LETTERS.get(head)?.slice(0, -1) ?? whole
  return consonant + (/^(?:sh|ch|j)$/.test(consonant) ? '' : 'y') + SMALL_VOWELS[small]
}

const withoutMarks = (letter: string) => letter.normalize('NFKD').replaceAll(/\p{M}/gu, '')

const inLatin = (text: string) => {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll(SILENT, '')
  return (UNREADABLE.test(plain) ? plain.replaceAll(/\p{Script=Hiragana}/gu, ' ') : plain)
    .replaceAll(/[ァ-ヴ]/g, (katakana) => String.fromCharCode(katakana.charCodeAt(0) - 0x60))
    .replaceAll(CONTRACTED_KANA, contracted)
    .replaceAll(/./gsu, (letter) => LETTERS.get(letter) ?? LETTERS.get(withoutMarks(letter)) ?? withoutMarks(letter))
    .replaceAll(/っ(?=([a-z]))/g, '$1')
}

const shortened = (slug: string, most: number) => slug.slice(0, most).replaceAll(/^-+|-+$/g, '')

/**
 * Derives a readable ASCII slug from a title. Transliterates Latin, Greek, Cyrillic, Arabic and kana, and leaves out
 * other scripts. Returns `whenEmpty` if no letter or digit remains.
 */
export const slugFrom = (text: string, whenEmpty: string) =>
  shortened(inLatin(text).replaceAll(/[^a-z0-9]+/g, '-'), MAX_SLUG_LENGTH) || whenEmpty

const isReadable = (text: string) => !/[^\P{L}a-z]/u.test(inLatin(text)) && !UNREADABLE.test(text)

/**
 * Returns the slugs to try for an event, best first: the title, then the title with the date. A title that loses part
 * of its text always gets the date, since what remains of it says little.
 */
export const eventSlugsFrom = (title: string, date: string, calendarSlug: string) => {
  const slug = slugFrom(title, '')
  const dated = `${shortened(slug || calendarSlug, MAX_SLUG_LENGTH - date.length)}-${date}`
  return slug !== '' && isReadable(title) ? [slug, dated] : [dated]
}
