import type { Mutant } from '../mutant.ts'

const quotes = ['test/contract/quotes.test.ts']

export const quoteMutants: Mutant[] = [
  {
    name: 'the summary of a quote is never compared',
    rule: 'A dry run changes nothing, and a request with `Quote` does exactly what was quoted.',
    in: 'createCommit',
    swap: ['...mark, ...end, ...seen]', '...mark, ...seen]'],
    tests: [...quotes, 'test/contract/quote-race.test.ts'],
  },
  {
    name: 'a dry run is committed',
    rule: 'A dry run changes nothing, and a request with `Quote` does exactly what was quoted.',
    in: 'closeQuote',
    file: 'db/quote.ts',
    swap: ['set (summary, details)', 'set (expected, details)'],
    tests: quotes,
  },
  {
    name: 'people are compared by their number only',
    rule: 'A quote is refused if one guest was replaced by another.',
    in: 'digestOf',
    file: 'quote.ts',
    swap: ['coalesce(sum(${column}), 0), coalesce(sum(${column} * ${column} % ${PRIME}), 0)', '0, 0'],
    tests: quotes,
  },
  {
    name: 'only the first characters of an address are compared',
    rule: 'A quote is refused if one guest was replaced by another.',
    in: 'checksumOf',
    file: 'db/quote.ts',
    swap: ['PLACES.slice(0, SHORT)', 'PLACES.slice(0, 16)'],
    tests: quotes,
  },
  {
    name: 'the end of a long address is not compared',
    rule: 'A quote is refused if one guest was replaced by another.',
    in: 'checksumOf',
    file: 'db/quote.ts',
    swap: ['then ${rest} else 0 end', 'then 0 else 0 end'],
    tests: quotes,
  },
  {
    name: 'a quote that is written in another way works again',
    rule: 'A quote is carried out once.',
    in: 'handle',
    file: 'operation/handle.ts',
    swap: ['onceBy(`quote ${id}`, work)', 'onceBy(token, work)'],
    tests: quotes,
  },
  {
    name: 'a dry run reaches organisers’ payment accounts',
    rule: 'A dry run reaches nothing outside the database.',
    in: 'inertPorts',
    swap: ['port === null ? null : inert(port)', 'port'],
    tests: quotes,
  },
  {
    name: 'a quote works for every caller',
    rule: 'Only the caller who asked for a quote can carry it out.',
    in: 'unseal',
    swap: ['sealed.actor === actorId(quoted.call.actor) &&', ''],
    tests: quotes,
  },
  {
    name: 'a quote works for another request',
    rule: 'A quote carries out only the request that it was made for.',
    in: 'unseal',
    swap: ['sealed.request === (await requestHash(quoted))', 'true'],
    tests: quotes,
  },
  {
    name: 'quotes never expire',
    rule: 'A quote expires after 5 minutes.',
    in: 'carryOut',
    file: 'operation/quotes.ts',
    swap: ['deps.clock() >= sealed.expiresAt', 'false'],
    tests: quotes,
  },
]
