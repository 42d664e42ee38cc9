import { numberOf, shortDayOf } from '../parts/words.ts'
import { rehearsalWords } from '../words/en/rehearsal.ts'
import type { RehearsalResult } from './rehearsed.ts'

const WIDTH = 1_000
const HEIGHT = 260

type Point = RehearsalResult['seats']['line'][number]

/** A line in steps: a number holds until the next one. */
const stepsOf = (
  line: readonly Point[],
  x: (at: string) => number,
  y: (value: number) => number,
  of: keyof Omit<Point, 'at'>,
) =>
  line
    .map((point, index) => {
      const [left, top] = [x(point.at).toFixed(1), y(point[of]).toFixed(1)]
      return index === 0 ? `M${left} ${top}` : `H${left}V${top}`
    })
    .join('')

const dayOf = (at: string, zone: string) => shortDayOf({ startAt: at, endAt: at, timezone: zone, allDay: false })

/** Places taken, offered and waited for, with the moments that matter. */
export const SeatsPicture = ({ result, zone }: { result: RehearsalResult; zone: string }) => {
  const words = rehearsalWords()
  const { line, capacity } = result.seats
  const [first, last] = [line[0], line.at(-1)]
  if (first === undefined || last === undefined) return null
  const milestones = result.timeline.filter(({ kind, name }) => kind === 'milestone' && name !== 'door_opens')
  const instants = [...line, ...milestones].map(({ at }) => Date.parse(at))
  const [from, until] = [Math.min(...instants), Math.max(...instants)]
  const top = Math.max(4, capacity ?? 0, ...line.map(({ taken, waiting }) => Math.max(taken, waiting))) * 1.08
  const x = (at: string) => ((Date.parse(at) - from) / Math.max(1, until - from)) * WIDTH
  const y = (value: number) => HEIGHT - (value / top) * HEIGHT
  const taken = `${stepsOf(line, x, y, 'taken')}H${WIDTH}`
  const names: Readonly<Record<string, string>> = words.timeline.milestones
  return (
    <section class="card stack">
      <header class="spread">
        <h2 class="h2">{words.seats.title}</h2>
        <ul class="rehearsal-key">
          <li class="taken">{words.seats.taken}</li>
          <li class="waiting">{words.seats.waiting}</li>
          {capacity !== null && (
            <li class="capacity">
              {words.seats.capacity} {numberOf(capacity)}
            </li>
          )}
        </ul>
      </header>
      <svg
        class="rehearsal-seats"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.seats.title}
      >
        <path class="area" d={`${taken}V${HEIGHT}H${x(first.at).toFixed(1)}Z`} />
        <path class="taken" d={taken} />
        <path class="waiting" d={`${stepsOf(line, x, y, 'waiting')}H${WIDTH}`} />
        {capacity !== null && <path class="capacity" d={`M0 ${y(capacity).toFixed(1)}H${WIDTH}`} />}
        {milestones.map(({ name, at }) => (
          <path key={name} class="moment" d={`M${x(at).toFixed(1)} 0V${HEIGHT}`}>
            <title>{`${names[name] ?? name}: ${dayOf(at, zone)}`}</title>
          </path>
        ))}
      </svg>
      <p class="spread soft small">
        <span>{dayOf(new Date(from).toISOString(), zone)}</span>
        <span>{dayOf(new Date(until).toISOString(), zone)}</span>
      </p>
    </section>
  )
}
