import { Said } from '../../presentation/markup.tsx'
import type { Language, Words } from '../../words/words.ts'
import { ask, need, post, type OwnPaper, type OwnPapers, type OwnRegistration, type Refusal } from '../asking.ts'
import { seeOther } from '../event/event-page.tsx'
import { TextField, type Filled } from '../event/fields.tsx'
import { readForm } from '../event/form.ts'
import { COUNTRY_CODES } from '../../kernel/countries.ts'
import { notFound } from '../../kernel/failure.ts'
import { Sheet, titleOfPaper } from '../../presentation/paper.tsx'
import type { HtmlPage, Visit } from '../page.ts'
import { Frame } from '../parts/frame.tsx'
import { Icon } from '../parts/icon.tsx'
import { apiPathOf, ownIn, ownPathOf, ownReading, ownWhose, readOwn, secretly } from './own-page.tsx'

const FIELDS = [
  ['name', true, 'name'],
  ['company', false, 'organization'],
  ['line1', true, 'address-line1'],
  ['line2', false, 'address-line2'],
  ['postalCode', false, 'postal-code'],
  ['city', true, 'address-level2'],
  ['vatId', false, 'off'],
  ['reference', false, 'off'],
  ['email', false, 'email'],
] as const

type Field = (typeof FIELDS)[number][0] | 'country'

const labelOf = (field: Field, { papers, form }: Language['words']) =>
  field === 'email' ? form.email : field === 'line1' ? papers.street : field === 'line2' ? papers.more : papers[field]

/** The country of most of the calendar's buyers, listed first. */
const countryOf = (timezone: string, { format }: Language) =>
  new Intl.Locale(format).region ?? (timezone.startsWith('Europe/') ? 'DE' : 'US')

/** Fields that aren't required for an invoice of a small amount. */
const ADDRESS: readonly string[] = ['line1', 'city']

const countriesIn = ({ format }: Language) => {
  const names = new Intl.DisplayNames(format, { type: 'region' })
  const { compare } = new Intl.Collator(format)
  return COUNTRY_CODES.map((code) => ({ code, name: names.of(code) ?? code })).toSorted((one, other) =>
    compare(one.name, other.name),
  )
}

const AskingForm = ({
  visit,
  own,
  filled,
  language,
  needsAddress,
}: {
  visit: Visit
  own: OwnRegistration
  filled: Filled
  language: Language
  needsAddress: boolean
}) => {
  const { words } = language
  const country = filled.typed.get('country') ?? countryOf(own.calendar.timezone, language)
  return (
    <form
      method="post"
      action={`${ownPathOf(visit)}/documents${visit.url.search}`}
      class="card stack"
      novalidate
      data-check={words.fault.somethingMissing}
    >
      <h2>{words.papers.ask}</h2>
      <p class="quiet">{needsAddress ? words.papers.lead : words.papers.leadWithoutAddress}</p>
      {filled.problem !== null && (
        <p class="notice bad" role="alert">
          {filled.problem.text}
        </p>
      )}
      {FIELDS.map(([name, required, autocomplete]) => (
        <TextField
          name={name}
          label={labelOf(name, words)}
          {...(name === 'email' ? { type: name } : {})}
          required={required && (needsAddress || !ADDRESS.includes(name))}
          maxlength={200}
          autocomplete={autocomplete}
          filled={filled}
          words={words.form}
        />
      ))}
      <div class="field">
        <label for="field-country">{words.papers.country}</label>
        <select id="field-country" name="country" autocomplete="country">
          {countriesIn(language).map(({ code, name }) => (
            <option value={code} selected={code === country}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <button class="button" type="submit">
        {words.papers.get}
      </button>
    </form>
  )
}

const readPapers = async (visit: Visit) => {
  const [{ data: own }, { data: papers }] = await Promise.all([
    readOwn(visit),
    need<OwnPapers>(visit.api, `${apiPathOf(visit)}/documents`),
  ])
  return { own, papers }
}

const showPapers = async (visit: Visit, filled: Filled | null, status = 200) => {
  const { own: found, papers } = await readPapers(visit)
  const reading = ownReading(visit, found)
  const { language } = reading
  const own = ownIn(found, language.locale)
  const { words } = language
  // The address was stored, but the order isn't paid yet.
  const isWaiting = visit.url.searchParams.has('asked') && papers.documents.length === 0
  const { firstName, lastName, email } = own.party?.buyer ?? own.guest
  const known = new URLSearchParams({ name: `${firstName} ${lastName}`.trim(), email })
  const path = (rest: string) => `${ownPathOf(visit)}${rest}${visit.url.search}`
  return secretly(own, {
    status,
    ...reading,
    style: 'invited',
    title: words.papers.link,
    body: (
      <Frame whose={{ ...ownWhose(own), href: null }} path={`${ownPathOf(visit)}/documents`} reading={reading}>
        <main id="main" class="page narrow stack">
          <h1>{words.papers.link}</h1>
          <p class="lead">
            <Said text={own.event.title} />
          </p>
          {papers.documents.length > 0 && (
            <ul>
              {papers.documents.map((paper) => (
                <li>
                  <a href={path(`/documents/${paper.id}`)}>{titleOfPaper(paper, words)}</a>
                </li>
              ))}
            </ul>
          )}
          {isWaiting && <p class="notice good">{words.papers.later}</p>}
          {papers.documents.length === 0 && !papers.canRequest && <p>{words.papers.none}</p>}
          {papers.canRequest && !isWaiting && (
            <AskingForm
              visit={visit}
              own={own}
              filled={filled ?? { typed: known, problem: null }}
              language={language}
              needsAddress={papers.needsAddress}
            />
          )}
          <p>
            <a class="button plain" href={path('')}>
              {words.doubt.back}
            </a>
          </p>
        </main>
      </Frame>
    ),
  })
}

export const papersPage: HtmlPage = {
  method: 'GET',
  path: '/r/:manageToken/documents',
  show: (visit) => showPapers(visit, null),
}

const orNull = (text: string | null) => (text === null || text.trim() === '' ? null : text)

const problemIn = ({ status, errors }: Refusal, words: Words['fault']) => ({
  text: errors.length > 0 ? words.somethingMissing : status >= 500 ? words.unavailable : words.notNow,
  faults: Object.fromEntries(
    errors.map(({ field, message }) => [
      field,
      message.startsWith('Too big') ? words.tooLong : field === 'email' ? words.email : words.unanswered,
    ]),
  ),
})

export const askForInvoicePage: HtmlPage = {
  method: 'POST',
  path: '/r/:manageToken/documents',
  show: async (visit) => {
    const typed = await readForm(visit.request)
    const { data: own } = await readOwn(visit)
    const fields = Object.fromEntries(FIELDS.map(([name]) => [name, orNull(typed.get(name))]))
    // The country is preselected, so without other fields it doesn't count as an address.
    const hasAddress = ADDRESS.some((name) => fields[name] !== null)
    const body = { ...fields, country: hasAddress ? orNull(typed.get('country')) : null }
    const answer = await ask<OwnPaper[]>(visit.api, `${apiPathOf(visit)}/documents`, post(body))
    if (answer.ok) {
      const query = new URLSearchParams(visit.url.search)
      query.set('asked', '')
      return seeOther(`${ownPathOf(visit)}/documents?${query.toString()}`)
    }
    const { words } = ownReading(visit, own).language
    return showPapers(visit, { typed, problem: problemIn(answer.refusal, words.fault) }, answer.refusal.status)
  },
}

/** One document, for printing. */
export const paperPage: HtmlPage = {
  method: 'GET',
  path: '/r/:manageToken/documents/:documentId',
  show: async (visit) => {
    const { own, papers } = await readPapers(visit)
    const paper = papers.documents.find(({ id }) => id === visit.params.documentId)
    if (paper === undefined) throw notFound()
    const reading = ownReading(visit, own)
    const { words } = reading.language
    return secretly(own, {
      ...reading,
      title: titleOfPaper(paper, words),
      body: (
        <Frame
          whose={{ ...ownWhose(own), href: null }}
          path={`${ownPathOf(visit)}/documents/${paper.id}`}
          reading={reading}
        >
          <main id="main" class="page narrow stack">
            <Sheet paper={paper} timezone={own.calendar.timezone} language={reading.language} />
            <p class="row">
              <button class="button plain" type="button" data-prints>
                <Icon name="print" />
                <span>{words.frame.print}</span>
              </button>
              {paper.eInvoices.map((profile) => (
                <a class="button plain" href={`/api${apiPathOf(visit)}/documents/${paper.id}/xml?profile=${profile}`}>
                  {profile === 'XRECHNUNG' ? 'XRechnung (XML)' : 'EN 16931 (XML)'}
                </a>
              ))}
              <a class="button plain" href={`${ownPathOf(visit)}/documents${visit.url.search}`}>
                {words.papers.toList}
              </a>
            </p>
          </main>
        </Frame>
      ),
    })
  },
}
