import { partsWords } from '../words/en/parts.ts'
import { numberOf } from './words.ts'

const percent = (part: number, whole: number) => `${whole <= 0 ? 0 : Math.min(100, (part / whole) * 100)}%`

/** A bar that shows how much of a capacity is used. It is `aria-hidden`, because the number is always next to it. */
export const FillBar = ({ taken, held = 0, of }: { taken: number; held?: number; of: number | null }) => {
  const whole = of ?? 0
  const isFull = of !== null && taken >= of
  return (
    <svg class={isFull ? 'fillbar full' : 'fillbar'} aria-hidden="true" width="100%" height="4">
      <rect class="ground" width="100%" height="4" rx="2" />
      {held > 0 && <rect class="held" width={percent(taken + held, whole)} height="4" rx="2" />}
      {taken > 0 && of !== null && <rect class="taken" width={percent(taken, whole)} height="4" rx="2" />}
    </svg>
  )
}

export const Fill = ({
  taken,
  of,
  more,
  held = 0,
}: {
  taken: number
  of: number | null
  more?: string | null
  held?: number
}) => (
  <div class="fill">
    <p>
      <span>
        <b>{numberOf(taken)}</b>
        {of === null ? (
          <span class="soft"> · {partsWords().noLimit}</span>
        ) : (
          <span class="soft"> / {numberOf(of)}</span>
        )}
      </span>
      {more && <span class="soft">{more}</span>}
    </p>
    {of !== null && <FillBar taken={taken} held={held} of={of} />}
  </div>
)
