import type { Child } from 'hono/jsx/dom'
import { partsWords } from '../words/en/parts.ts'
import { numberOf } from './words.ts'

interface Bar {
  /** Label below the bar. The last bar and every nth before it show theirs, at most `MOST_NAMED` in all. */
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
}

const STEPS = [1, 2, 5]

const MOST_LINES = 5

/** Returns a round maximum for the axis, at least `most`, and the step between at most `MOST_LINES` grid lines. */
const scaleOf = (most: number) => {
  for (let power = 1; ; power *= 10) {
    for (const each of STEPS) {
      const step = each * power
      if (step * MOST_LINES >= most) return { top: Math.ceil(most / step) * step, step }
    }
  }
}

const percent = (part: number) => `${Math.round(part * 10_000) / 100}%`
const MOST_NAMED = 5
/** Part of the width that the columns use. The rest keeps the last label inside the chart. */
const DRAWN = 0.94

/**
 * One scale, its grid, and `draw` on top. An SVG without `viewBox`: x and y are percentages, so text keeps its size at
 * any width. Screen readers announce the chart as one labelled image and read every value from the table below it.
 */
const Chart = ({
  label,
  bars,
  of,
  what,
  height = 180,
  most,
  draw,
}: Charted & { most: number; draw: (scale: { width: number; top: number }) => Child }) => {
  const { top, step } = scaleOf(Math.max(4, most))
  const width = DRAWN / Math.max(1, bars.length)
  const named = Math.max(1, Math.ceil(bars.length / MOST_NAMED))
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
          {draw({ width, top })}
          {bars.map(({ name }, index) =>
            (bars.length - 1 - index) % named === 0 ? (
              <text
                key={`name ${name}`}
                class="soft"
                x={percent((index + 0.5) * width)}
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
        <summary>{partsWords().showAsTable}</summary>
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
                <td>{title.split(/\s*[:：]/)[0]}</td>
                <td class="to-end">{numberOf(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

export const BarChart = (charted: Charted) => (
  <Chart
    {...charted}
    most={Math.max(0, ...charted.bars.map(({ value }) => value))}
    draw={({ width, top }) =>
      charted.bars.map(({ name, value, title }, index) => (
        <rect
          key={name}
          class="column"
          x={percent((index + 0.18) * width)}
          width={percent(width * 0.64)}
          y={percent(1 - value / top)}
          height={percent(value / top)}
        >
          <title>{title}</title>
        </rect>
      ))
    }
  />
)

/** A limit this many times above the line would flatten it, so the chart leaves it out. */
const MAX_LIMIT_RATIO = 4

/** A line through the value of each bar. `limit` is a dashed line on the same scale. */
export const LineChart = ({ limit = null, ...charted }: Charted & { limit?: number | null }) => {
  const values = charted.bars.map(({ value }) => value)
  const highest = Math.max(1, ...values)
  const drawnLimit = limit !== null && limit <= highest * MAX_LIMIT_RATIO ? limit : null
  return (
    <Chart
      {...charted}
      most={Math.max(highest, drawnLimit ?? 0)}
      draw={({ width, top }) => (
        <>
          {drawnLimit !== null && (
            <line
              class="limit"
              x1="0"
              x2={percent(DRAWN)}
              y1={percent(1 - drawnLimit / top)}
              y2={percent(1 - drawnLimit / top)}
            />
          )}
          {values.slice(1).map((value, index) => (
            <line
              key={String(index)}
              class="sum"
              x1={percent((index + 0.5) * width)}
              x2={percent((index + 1.5) * width)}
              y1={percent(1 - (values[index] ?? 0) / top)}
              y2={percent(1 - value / top)}
            />
          ))}
        </>
      )}
    />
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
