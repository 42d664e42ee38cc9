import type { DocumentAnswer, PageOf } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { useAsked, useWork } from '../parts/asking.ts'
import { More } from '../parts/more.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { momentOf, moneyOf } from '../parts/words.ts'
import { documentsWords } from '../words/en/documents.ts'

const PAGE_SIZE = 10

/** Invoices and credit notes, newest first. */
export const Documents = ({ session: { api, calendar } }: { session: CalendarSession }) => {
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
              <ul class="lines" aria-label={words.list}>
                {page.data.map(({ id, kind, number, buyer, currency, gross, issuedAt }) => (
                  <li key={id}>
                    <span class="grow">
                      {kind === 'INVOICE' ? words.invoice : words.creditNote} {number}
                      <span class="under">
                        <bdi>{buyer?.company ?? buyer?.name ?? '–'}</bdi>
                      </span>
                    </span>
                    <b class="number">{moneyOf(kind === 'INVOICE' ? gross : -gross, currency)}</b>
                    <time class="soft hide-small" datetime={issuedAt}>
                      {momentOf(issuedAt)}
                    </time>
                  </li>
                ))}
              </ul>
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
