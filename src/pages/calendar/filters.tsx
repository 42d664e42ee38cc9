import { Said } from '../../presentation/markup.tsx'
import { Icon } from '../parts/icon.tsx'
import { hrefFor, type ReaderLanguage } from '../reading.ts'
import { hrefOf, type View } from './view.ts'

interface ViewContext {
  slug: string
  view: View
  reading: ReaderLanguage
}

const Search = ({ slug, view, reading: { language, ownLocale } }: ViewContext) => {
  const words = language.words.calendar
  const hiddenFields: [string, string | null][] = [
    ['lang', language.locale === ownLocale ? null : language.locale],
    ['view', view.month === null ? null : 'month'],
    ['month', view.month],
    ['past', view.isPast ? 'true' : null],
    ['tag', view.tag],
  ]
  return (
    <form class="search" method="get" action={`/c/${slug}`} role="search">
      <Icon name="search" />
      <input
        type="search"
        name="q"
        value={view.q ?? ''}
        placeholder={words.search}
        aria-label={words.search}
        maxlength={100}
      />
      {hiddenFields.map(([name, value]) => value !== null && <input type="hidden" name={name} value={value} />)}
    </form>
  )
}

/** The search field, the tags, and the switch between list and month view. Nothing if the calendar has no upcoming event. */
export const Filters = ({
  slug,
  view,
  reading,
  tags,
  isEmpty,
}: ViewContext & { tags: readonly string[]; isEmpty: boolean }) => {
  const words = reading.language.words.calendar
  const href = hrefFor(reading)
  const to = (changes: Partial<View>) => href(hrefOf(slug, { ...view, page: 1, ...changes }))
  if (isEmpty && view.q === null && view.tag === null && !view.isPast) return null
  const all = view.tag !== null && !tags.includes(view.tag) ? [view.tag, ...tags] : tags
  return (
    <div class="filters">
      {(!isEmpty || view.q !== null) && <Search slug={slug} view={view} reading={reading} />}
      {all.length > 0 && (
        <nav class="chips" aria-label={words.tags}>
          <a class="chip" href={to({ tag: null })} aria-current={view.tag === null ? 'true' : undefined}>
            {words.all}
          </a>
          {all.map((tag) => (
            <a class="chip" href={to({ tag })} aria-current={view.tag === tag ? 'true' : undefined}>
              <Said text={tag} />
            </a>
          ))}
        </nav>
      )}
      <nav class="toggle" aria-label={words.views}>
        <a href={to({ month: null })} aria-current={view.month === null ? 'true' : undefined}>
          <Icon name="list" />
          <span>{words.list}</span>
        </a>
        <a
          href={href(
            `${hrefOf(slug, { ...view, month: null, isPast: false, page: 1 })}${view.tag === null && view.q === null ? '?' : '&'}view=month`,
          )}
          aria-current={view.month === null ? undefined : 'true'}
        >
          <Icon name="calendar" />
          <span>{words.month}</span>
        </a>
      </nav>
    </div>
  )
}
