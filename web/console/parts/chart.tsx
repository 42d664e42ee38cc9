import type { Child } from 'hono/jsx/dom'
import { numberOf } from './words.ts'

interface Bar {
  /** Label below the bar. Only every nth bar shows its label, so that at most `MOST_NAMED` appear. */
  name: string
  value: number
  /** Text of the tooltip. The table shows only the part before the colon. */
  title: string
}

interface Charted {
  label: string
  bars: readonly Bar[]
  /** Heading of the table's first column. */
  of: string
  what: string
  height?: number
  /** Value at which the line of cumulative totals starts. The line is drawn if `limit` is given. */
  before?: number
  limit?: number | null
}

const STEPS = [1, 2, 5]

/** Returns a round maximum for the axis, at least `most`, and the step between grid lines. */
const scaleOf = (most: number) => {
  for (let power = 1; ; power *= 10) {
    for (const step of STEPS) if (step * power * 4 >= most) return { top: step * power * 4, step: step * power }
  }
}

const percent = (part: number) => `${Math.round(part * 10_000) / 100}%`
const MOST_NAMED = 5

/**
 * An SVG without `viewBox`: x and y are percentages, so text keeps its size at any width. Screen readers announce the
 * chart as one labelled image and read every value from the table below it.
 */
export const BarChart = ({ label, bars, of, what, height = 180, before = 0, limit }: Charted) => {
  const { top, step } = scaleOf(Math.max(4, ...bars.map(({ value }) => value)))
  const width = 1 / Math.max(1, bars.length)
  const sums: number[] = []
  for (const { value } of bars) sums.push((sums.at(-1) ?? before) + value)
  const most = Math.max(limit ?? 0, ...sums, 1)
  const named = Math.max(1, Math.ceil(bars.length / MOST_NAMED))
  const line = limit !== undefined
  return (
    <figure class="chart">
      <svg class="plot" width="100%" height={height} role="img" aria-label={label}>
        <svg class="inner" x="36" y="8" width="100%" height={height - 32}>
          {Array.from({ length: top / step + 1 }, (_, index) => (
            <g key={String(index)}>
              <line
                class={index === 0 ? 'base' : 'grid'}
                x1="0"
                x2="100%"
                y1={percent(1 - (index * step) / top)}
                y2={percent(1 - (index * step) / top)}
              />
              <text class="soft" x="-8" y={percent(1 - (index * step) / top)} dy="4" text-anchor="end">
                {numberOf(index * step)}
              </text>
            </g>
          ))}
          {bars.map(({ name, value, title }, index) => (
            <rect
              key={name}
              class="column"
              x={percent((index + 0.18) * width * 0.94)}
              width={percent(width * 0.6)}
              y={percent(1 - value / top)}
              height={percent(value / top)}
            >
              <title>{title}</title>
            </rect>
          ))}
          {line && limit !== null && (
            <line class="limit" x1="0" x2="94%" y1={percent(1 - limit / most)} y2={percent(1 - limit / most)} />
          )}
          {line &&
            sums
              .slice(1)
              .map((sum, index) => (
                <line
                  key={`sum ${String(index)}`}
                  class="sum"
                  x1={percent((index + 0.5) * width * 0.94)}
                  x2={percent((index + 1.5) * width * 0.94)}
                  y1={percent(1 - (sums[index] ?? 0) / most)}
                  y2={percent(1 - sum / most)}
                />
              ))}
          {bars.map(({ name }, index) =>
            index % named === 0 ? (
              <text
                key={`name ${name}`}
                class="soft"
                x={percent((index + 0.48) * width * 0.94)}
                y="100%"
                dy="18"
                text-anchor="middle"
              >
                {name}
              </text>
            ) : null,
          )}
        </svg>
      </svg>
      <details>
        <summary>Show as table</summary>
        <table class="plain">
          <thead>
            <tr>
              <th scope="col">{of}</th>
              <th scope="col" class="to-end">
                {what}
              </th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ name, value, title }) => (
              <tr key={name}>
                <td>{title.split(':')[0]}</td>
                <td class="to-end">{numberOf(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

/** A list of names, each with a number and a bar. For short lists. */
export const Bars = ({
  rows,
}: {
  rows: readonly {
    id: string
    name: Child
    taken: number
    of: number | null
    more?: Child
    /** Text shown instead of the number. */
    said?: string
  }[]
}) => {
  const most = Math.max(1, ...rows.map(({ taken, of }) => of ?? taken))
  return (
    <ul class="bars">
      {rows.map(({ id, name, taken, of, more, said }) => (
        <li key={id}>
          <p>
            <span>{name}</span>
            <b>
              {said ?? numberOf(taken)}
              {of !== null && ` / ${numberOf(of)}`}
            </b>
          </p>
          <svg
            class={of !== null && taken >= of ? 'fillbar full' : 'fillbar'}
            aria-hidden="true"
            width="100%"
            height="4"
          >
            <rect class="ground" width="100%" height="4" rx="2" />
            {taken > 0 && <rect class="taken" width={percent(Math.min(1, taken / (of ?? most)))} height="4" rx="2" />}
          </svg>
          {more && <p class="soft small">{more}</p>}
        </li>
      ))}
    </ul>
  )
}
