import type { Locale } from '../../kernel/vocabulary.ts'
import { Said } from '../../presentation/markup.tsx'
import { colonIn } from '../../presentation/plain.ts'
import { idOf } from './fields.tsx'
import type { Problem } from './form.ts'

/** The error summary above a form, with a link to each field. */
export const Trouble = ({
  problem,
  labelOf,
  locale,
}: {
  problem: Problem
  labelOf: (name: string) => string | null
  locale: Locale
}) => (
  <div class="notice bad" role="alert" id="trouble" tabindex={-1} autofocus>
    <p>
      <strong>{problem.text}</strong>
    </p>
    <ul>
      {Object.entries(problem.faults).map(([name, fault]) => {
        const label = labelOf(name)
        return (
          <li>
            <a href={`#${idOf(name)}`}>
              {label !== null && (
                <>
                  <Said text={label} />
                  {/[?!؟？！]\s*$/.test(label) ? ' ' : colonIn(locale)}
                </>
              )}
              {fault}
            </a>
          </li>
        )
      })}
    </ul>
  </div>
)
