import type { Work } from './asking.ts'
import { troubleOf } from './trouble.ts'

/** The end of a list that is read in pages: the button for the next page, and why it could not be read. */
export const More = ({
  work,
  hasMore,
  words,
  read,
}: {
  work: Pick<Work, 'error' | 'isUnderWay'>
  hasMore: boolean
  words: string
  read: () => void
}) => (
  <>
    {work.error !== null && (
      <p class="fault" role="alert">
        {troubleOf(work.error)}
      </p>
    )}
    {hasMore && (
      <button type="button" class="button plain" aria-disabled={work.isUnderWay ? 'true' : 'false'} onClick={read}>
        {words}
      </button>
    )}
  </>
)
