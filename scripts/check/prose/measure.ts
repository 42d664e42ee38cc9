/**
 * Words and constructions that are rare in well-written repositories and frequent in translated English. A single hit
 * is fine; a high rate is not. `docs/style.md` says what to write instead.
 */
const MARKERS: Readonly<Record<string, RegExp>> = {
  whoever:
    /\b(?:whoever|whomever|whom|who (?:is|are|was|has|have|may|asks?|comes?|reads?|waits?|goes) [^.?]{1,40} (?:is|are|gets?|hears?|sees?|stays?))\b/gi,
  nobody: /\b(?:no|some|every|any)body\b/gi,
  posture: /\b(?:stands?|stood|standing)\b(?! (?:for|in for|out|up|alone|by)\b)|\blies (?!about)\b/gi,
  told: /\b(?:told|tells?|telling|hears?|heard)\b(?! apart)/gi,
  again: /\b(?:anew|once more|no more(?! than)|any more|all the same|in vain)\b/gi,
  byItself: /\b(?:by (?:itself|themselves|himself)|of (?:its|their) own|on its way|alone)\b(?!-)/gi,
  meanwhile: /\b(?:meanwhile|just now|comes? to be|came to be|come to nothing|at once|lately)\b/gi,
  beside: /\b(?:beside|therein|thereof|whereof|lest|shall|likewise|aside)\b/gi,
  whatIs:
    /\b(?:what|that which) (?:is|was|are|were|has|had|goes|comes|came|it|they|he|a|an|the|no|cannot|can|may|must|would|will|does|did|makes?|holds?|says?|follows?|stays?|takes?|[a-z]+s) /gi,
  asMuch:
    /\b(?:as (?:much|many|often|far|long|new|little) (?:of|as) |so (?:many|much|long) (?:at most|that)?|as (?:it (?:is|was|stands|goes)|they (?:are|were|stand)))\b/gi,
  letter:
    /\b(?:mailed|mails? (?!(?:server|client|transport|app|provider|adapter|queue|host)\b)|lapsed?|lapses|(?:the|a) word of)\b/gi,
  paraphrase:
    /\b(?:takes? (?:no|its|their) (?:place|seat)|goes? (?:on|out|there|its)|comes? (?:by|of|with|in(?!to)|out) (?:a|an|the|it|them)?|gone|is (?:held|kept|made|given|said|known|asked|called|counted|taken|meant|put|let|done|looked))\b/gi,
}

/** A form of "to be" with a participle. Good comments contain some, but a page full of them hides who acts. */
const PASSIVE =
  /\b(?:is|are|was|were|be|been|being|gets?|got)\s+(?:(?:not|never|only|also|always|then|already|still|thus|ever|all|both)\s+)*(?!(?:based|used|undefined|required|need|supposed|deprecated|unused|red|indeed|hundred)\b)(?:\w{2,}ed|\w*(?:[^l]iven|aken|ritten|hown|nown|old|ept|ade|aid|eft|ent|one|ound|ead|eard|hosen|roken|rought|ought|eld|let|put|et|un))\b/gi
/** A relative clause or an indefinite pronoun as the subject of a sentence. Questions are exempt. */
const OPENER =
  /^(?:what|whatever|who|whoever|whom|whose|where|wherever|nobody|somebody|everybody|none|nothing|neither|as (?:much|many|it|they|long|far)|so (?:many|that|long)|that of|those (?:of|that|who)|to (?:who|whom)|for (?:who|what|whom)|of (?:what|which|who|whom))\b(?![^?]*\?$)/i
/** Something a reader can search for: code, an identifier, a path or a number with its unit. */
const NAME =
  /`[^`]+`|\b[a-z]+[A-Z]\w*\b|\b[A-Z][a-z]+[A-Z]\w*\b|\b[A-Z]{2,}[A-Z0-9_]*s?\b|\b\w+_\w+\b|\b\w+\(\)|\b[\w-]+\.(?:tsx?|m?js|md|json|css|sql|toml)\b|https?:\/\/\S+|#\d+|\b\d[\d,.]*\s?(?:ms|s|KB|KiB|MB|MiB|GB|%|bytes|octets|px|rows|days|hours|minutes|seconds)\b/g

export interface Counts {
  words: number
  sentences: number
  markers: number
  openers: number
  passives: number
  names: number
}

export interface Rates {
  /** Per 1,000 words. */
  markers: number
  /** Per 100 sentences. */
  openers: number
  /** Per 1,000 words. */
  passives: number
  /** Per 100 words. */
  names: number
}

const occurrences = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** Counts code as one word, so that its content is not judged as English. */
const withoutCode = (text: string) => text.replaceAll(/`[^`]*`/g, 'X')

export const countWords = (text: string): number => occurrences(withoutCode(text), /\b[A-Za-z][A-Za-z'’-]*\b/g)

const sentencesOf = (text: string) =>
  withoutCode(text)
    .replaceAll(/\s+/g, ' ')
    .split(/(?<=[.!?;:])\s+/)
    .map((sentence) => sentence.replace(/^[\s.•*"“'(–—-]+/, ''))
    .filter((sentence) => /[a-z]{2}/i.test(sentence))

export function countProse(text: string): Counts {
  const bare = withoutCode(text)
  const sentences = sentencesOf(text)
  return {
    words: countWords(text),
    sentences: sentences.length,
    markers: Object.values(MARKERS).reduce((sum, pattern) => sum + occurrences(bare, pattern), 0),
    openers: sentences.filter((sentence) => OPENER.test(sentence)).length,
    passives: occurrences(bare, PASSIVE),
    names: occurrences(text, NAME),
  }
}

export function addCounts(all: readonly Counts[]): Counts {
  const sum: Counts = { words: 0, sentences: 0, markers: 0, openers: 0, passives: 0, names: 0 }
  for (const each of all) for (const key of Object.keys(sum) as (keyof Counts)[]) sum[key] += each[key]
  return sum
}

const per = (count: number, of: number, base: number) => (of === 0 ? 0 : (count / of) * base)

export const ratesOf = ({ words, sentences, markers, openers, passives, names }: Counts): Rates => ({
  markers: per(markers, words, 1000),
  openers: per(openers, sentences, 100),
  passives: per(passives, words, 1000),
  names: per(names, words, 100),
})

/** Returns the markers in a text, each with some of the surrounding words so that a person can judge it. */
export const hitsIn = (text: string): { marker: string; excerpt: string }[] => {
  const bare = withoutCode(text).replaceAll(/\s+/g, ' ')
  return Object.entries(MARKERS).flatMap(([marker, pattern]) =>
    [...bare.matchAll(pattern)].map(({ index }) => ({
      marker,
      excerpt: bare.slice(Math.max(0, index - 40), index + 50).trim(),
    })),
  )
}
