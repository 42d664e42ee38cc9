import type { DocumentAnswer, PageOf } from '../../shared/answers.ts'
import { print } from '../event/guest-papers.tsx'
import { orTell, type CalendarSession } from '../session.ts'
import { useAsked, useWork } from '../parts/asking.ts'
import { save } from '../parts/files.ts'
import { Icon } from '../parts/icon.tsx'
import { Menu } from '../parts/menu.tsx'
import { More } from '../parts/more.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { momentOf, moneyOf } from '../parts/words.ts'
import { documentsWords } from '../words/en/documents.ts'

const PAGE_SIZE = 10

const PROFILES: Readonly<Record<string, string>> = { EN16931: 'EN 16931 (XML)', XRECHNUNG: 'XRechnung (XML)' }

/** Prints the document in the buyer's language. */
const printDocument = async ({ api, calendar }: CalendarSession, { id }: DocumentAnswer) => {
  const page = await (await api.file(`/calendars/${calendar.slug}/documents/${id}/html`)).text()
  // The Content-Security-Policy of this page refuses the inline style, and paper.css replaces it.
  const sheet = page.replace(/<style>.*?<\/style>/s, '')
  const { documentElement, body } = new DOMParser().parseFromString(sheet, 'text/html')
  const { lang, dir } = documentElement
  print(<div lang={lang} dir={dir} dangerouslySetInnerHTML={{ __html: body.innerHTML }} />)
}

/** Menu to print a document and to download it as XML. */
const Copies = ({ session, document }: { session: CalendarSession; document: DocumentAnswer }) => {
  const words = documentsWords()
  const { api, calendar } = session
  const path = `/calendars/${calendar.slug}/documents/${document.id}/xml`
  const download = async (profile: string) => save(`${document.number}.xml`, await api.file(path, { profile }))
  return (
    <Menu look="button bare" label={words.copies(document.number)} button={<Icon name="more" />}>
      <button type="button" onClick={() => void orTell(session, () => printDocument(session, document))}>
        <Icon name="print" /> {words.print}
      </button>
      {document.eInvoices.map((profile) => (
        <button type="button" key={profile} onClick={() => void orTell(session, () => download(profile))}>
          <Icon name="download" /> {PROFILES[profile] ?? profile}
        </button>
      ))}
    </Menu>
  )
}

/** Documents in rows, each with its menu. */
export const DocumentLines = ({
  session,
  documents,
}: {
  session: CalendarSession
  documents: readonly DocumentAnswer[]
}) => {
  const words = documentsWords()
  if (documents.length === 0) return null
  return (
    <ul class="lines" aria-label={words.list}>
      {documents.map((document) => {
        const { id, kind, number, buyer, currency, gross, issuedAt } = document
        return (
          <li key={id}>
            <span class="grow">
              {kind === 'INVOICE' ? words.invoice : words.creditNote} <bdi class="whole">{number}</bdi>
              <span class="under">
                <time datetime={issuedAt}>{momentOf(issuedAt)}</time> ·{' '}
                <bdi>{buyer?.company ?? buyer?.name ?? '–'}</bdi>
              </span>
            </span>
            <b class="number">{moneyOf(kind === 'INVOICE' ? gross : -gross, currency)}</b>
            <Copies session={session} document={document} />
          </li>
        )
      })}
    </ul>
  )
}

/** Invoices and credit notes, newest first. */
export const Documents = ({ session }: { session: CalendarSession }) => {
  const { api, calendar } = session
  const words = documentsWords()
  const read = (page: number) =>
    api.get<PageOf<DocumentAnswer>>(`/calendars/${calendar.slug}/documents`, { limit: PAGE_SIZE, page })
  const asked = useAsked(() => read(1), [calendar.slug])
  const more = useWork()
  const readMore = ({ data }: PageOf<DocumentAnswer>) =>
    void more.run(async () => {
      const next = await read(Math.floor(data.length / PAGE_SIZE) + 1)
      // Newer documents move the pages.
      const known = new Set(data.map(({ id }) => id))
      asked.put({ ...next, data: [...data, ...next.data.filter(({ id }) => !known.has(id))] })
    })
  return (
    <section class="stack">
      <h2 class="h2">{words.list}</h2>
      <Shown
        asked={asked}
        rows={2}
        draw={(page) =>
          page.data.length === 0 ? (
            <Empty title={words.empty}>{words.emptyText}</Empty>
          ) : (
            <>
              <DocumentLines session={session} documents={page.data} />
              <More
                work={more}
                hasMore={page.data.length < page.total}
                words={words.more}
                read={() => readMore(page)}
              />
            </>
          )
        }
      />
    </section>
  )
}
