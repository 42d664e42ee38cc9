import { afterEach, describe, expect, it } from 'vitest'
import { reason, saysOf, SENTENCES, type Reason } from '../../../src/modules/imports/report-sentences.ts'
import { sentencesAbout, type ImportReasonsWords } from '../../../web/console/words/import-reasons.ts'
import { speakIn } from '../../../web/console/words/languages.ts'
import { spokenWords } from '../../../web/console/words/loaded.ts'

const QUESTIONS = [{ id: 'qst_1', label: 'Essen' }]
const about = (...reasons: Reason[]) => ({ line: 5, says: saysOf(5, reasons), reasons })
const unreadable = about(reason('date_unreadable', { value: 'soon', field: 'start' }), reason('event_left_out'))

const placeholdersOf = (sentence: string) => [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted()

afterEach(() => speakIn('en'))

describe('sentencesAbout', () => {
  it.each([
    ['en', 'Line 5: ‘soon’ isn’t a date for start. Use a form such as 2026-12-31 18:00. The event is left out.'],
    [
      'de',
      'Zeile 5: „soon“ ist kein Datum (Beginn). Schreiben Sie zum Beispiel 2026-12-31 18:00. Die Veranstaltung wird ausgelassen.',
    ],
    [
      'ja',
      '5行目：「soon」は日付ではありません（開始日）。2026-12-31 18:00のように書いてください。このイベントは除外されます。',
    ],
    ['ar', 'السطر 5: «soon» ليس تاريخًا (البداية). اكتب مثلًا \u20662026-12-31 18:00\u2069. تُستبعد الفعالية.'],
  ] as const)('says in %s what is wrong with a line', async (locale, sentences) => {
    await speakIn(locale)
    expect(sentencesAbout(unreadable, [])?.replaceAll("'", '’').replace('’soon’', '‘soon’')).toBe(sentences)
  })

  it('names fields, questions, states and the errors of fields', async () => {
    await speakIn('de')
    const kept = about(reason('edited_here', { fields: 'name, status, question:qst_1' }))
    expect(sentencesAbout(kept, QUESTIONS)).toBe(
      'Zeile 5: Seitdem hier bearbeitet und beibehalten: Name, Status und Essen.',
    )
    expect(sentencesAbout(about(reason('status_here', { status: 'CANCELLED' })), [])).toContain('als: Storniert.')
    const invalid = about(reason('field_invalid', { field: 'endAt', message: 'must be after startAt' }))
    expect(sentencesAbout(invalid, [])).toBe('Zeile 5: Ende: Muss später sein.')
    const answer = about(reason('answer_invalid', { question: 'Essen', message: 'is of a new kind' }))
    expect(sentencesAbout(answer, [])).toBe('Zeile 5: Antwort auf „Essen“: Prüfen Sie diese Angabe.')
  })

  it('isolates values of the file on the screen', async () => {
    await speakIn('ar')
    expect(sentencesAbout(unreadable, [], (value) => `<${value}>`)).toContain('«<soon>»')
  })

  it('shows the service’s sentences for a reason that is newer than the page', async () => {
    await speakIn('de')
    const newer = { line: 2, says: 'Line 2: It is new.', reasons: [{ code: 'from_the_future', values: {} }] }
    expect(sentencesAbout(newer, [])).toBe('Line 2: It is new.')
    expect(sentencesAbout({ line: 2, says: null, reasons: [] }, [])).toBeNull()
  })

  it.each(['ar', 'de', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt'] as const)(
    'has every sentence in %s with the values of the English one',
    async (locale) => {
      await speakIn(locale)
      const sentences = spokenWords<ImportReasonsWords>('importReasons')?.sentences
      const found = Object.entries(sentences ?? {}).map(([code, sentence]) => [code, placeholdersOf(sentence)])
      const wanted = Object.entries(SENTENCES).map(([code, sentence]) => [code, placeholdersOf(sentence)])
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted))
    },
  )
})
