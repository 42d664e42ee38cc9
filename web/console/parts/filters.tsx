import type { Child } from 'hono/jsx/dom'
import { partsWords } from '../words/en/parts.ts'
import { Dialog } from './dialog.tsx'
import { Icon } from './icon.tsx'
import { useState } from './state.ts'

/** A row of filters. On phones it becomes a dialog behind a button with the number of active filters. */
export const Filters = ({ count, clear, draw }: { count: number; clear: () => void; draw: () => Child }) => {
  const words = partsWords()
  const [isOpen, open] = useState(false)
  return (
    <>
      <div class="filter-row hide-small">{draw()}</div>
      <button type="button" class="button plain only-small" onClick={() => open(true)}>
        <Icon name="filter" /> {words.filters}
        {count === 0 ? '' : ` · ${String(count)}`}
      </button>
      {isOpen && (
        <Dialog
          title={words.filters}
          close={() => open(false)}
          foot={
            <>
              {count > 0 && (
                <button type="button" class="button bare push" onClick={clear}>
                  {words.clearFilters}
                </button>
              )}
              <button type="button" class="button" onClick={() => open(false)}>
                {words.showResults}
              </button>
            </>
          }
        >
          <div class="filter-sheet">{draw()}</div>
        </Dialog>
      )}
    </>
  )
}
