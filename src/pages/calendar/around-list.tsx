import { hrefFor, type ReaderLanguage } from '../reading.ts'
import { hrefOf, type View } from './view.ts'

interface ViewContext {
  slug: string
  view: View
  reading: ReaderLanguage
}

/** Shown in place of the list if it is empty. */
export const Nothing = ({ slug, view, reading }: ViewContext) => {
  const words = reading.language.words.calendar
  const isNarrowed = view.tag !== null || view.q !== null
  const says = isNarrowed ? words.noneFound : view.isPast ? words.nonePast : words.none
  return (
    <div class="nothing">
      <p class="lead">{says}</p>
      {isNarrowed ? (
        <p>
          <a href={hrefFor(reading)(hrefOf(slug, { ...view, tag: null, q: null, page: 1 }))}>{words.everything}</a>
        </p>
      ) : (
        !view.isPast && <p class="quiet">{words.newOnes}</p>
      )}
    </div>
  )
}

/** Links to the previous and the next page of the list. */
export const Pages = ({ slug, view, reading, totalPages }: ViewContext & { totalPages: number }) => {
  const words = reading.language.words.calendar
  const to = (page: number) => hrefFor(reading)(hrefOf(slug, { ...view, page }))
  return totalPages > 1 ? (
    <nav class="row pages" aria-label={words.pages}>
      {view.page > 1 && (
        <a class="button plain" rel="prev" href={to(view.page - 1)}>
          {view.isPast ? words.later : words.earlier}
        </a>
      )}
      <span class="quiet">{words.page(view.page, totalPages)}</span>
      {view.page < totalPages && (
        <a class="button plain" rel="next" href={to(view.page + 1)}>
          {view.isPast ? words.earlier : words.later}
        </a>
      )}
    </nav>
  ) : null
}

const YEARS_SHOWN = 6

/** Links to past events by year, and back to upcoming events. */
export const Past = ({ slug, view, reading, thisYear }: ViewContext & { thisYear: number }) => {
  const words = reading.language.words.calendar
  const href = hrefFor(reading)
  const to = (changes: Partial<View>) => href(hrefOf(slug, { ...view, month: null, page: 1, ...changes }))
  const years = Array.from({ length: YEARS_SHOWN }, (_, index) => String(thisYear - index))
  const isCurrent = (year: string | null) => (view.isPast && view.year === year ? 'true' : undefined)
  return (
    <nav class="past chips" aria-label={words.whichEvents}>
      {view.isPast && (
        <a class="chip" href={to({ isPast: false, year: null })}>
          {words.upcoming}
        </a>
      )}
      <a class="chip" href={to({ isPast: true, year: null })} aria-current={isCurrent(null)}>
        {words.past}
      </a>
      {view.isPast &&
        years.map((year) => (
          <a class="chip" href={to({ isPast: true, year })} aria-current={isCurrent(year)}>
            {year}
          </a>
        ))}
    </nav>
  )
}
