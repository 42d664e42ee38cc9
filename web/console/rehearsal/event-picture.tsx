import { clockOf, numberOf, shortDayOf } from '../parts/words.ts'
import { rehearsalWords } from '../words/en/rehearsal.ts'
import { chaptersOf, placeIn, type Chapter } from './chapters.ts'
import { nameOfMail } from './mail-kinds.ts'
import { labelsIn } from './moment-labels.ts'
import type { RehearsalResult } from './rehearsed.ts'

const WIDTH = 1_000
const LABEL_HEIGHT = 20
const SEATS_HEIGHT = 190
const LANE_HEIGHT = 42
const CAPTION_HEIGHT = 26
const [SMALLEST_DOT, LARGEST_DOT] = [3.5, 11]

type Point = RehearsalResult['seats']['line'][number]
type Place = (at: string) => number

/** Mirrored where people read from right to left. Text anchors follow the direction of the page. */
const percentOf = (place: number) =>
  `${((document.documentElement.dir === 'rtl' ? 1 - place : place) * 100).toFixed(2)}%`
const dayOf = (at: number, zone: string) => {
  const instant = new Date(at).toISOString()
  return shortDayOf({ startAt: instant, endAt: instant, timezone: zone, allDay: false })
}

/** A step line: a value applies until the next one. */
const stepsOf = (line: readonly Point[], place: Place, top: number, of: keyof Omit<Point, 'at'>) =>
  line
    .map((point, index) => {
      const x = (place(point.at) * WIDTH).toFixed(1)
      const y = ((1 - point[of] / top) * SEATS_HEIGHT).toFixed(1)
      return index === 0 ? `M${x} ${y}` : `H${x}V${y}`
    })
    .join('')

const Seats = ({ result, place, y }: { result: RehearsalResult; place: Place; y: number }) => {
  const { line, capacity } = result.seats
  const [first] = line
  if (first === undefined) return null
  const top = Math.max(4, capacity ?? 0, ...line.map(({ taken, waiting }) => Math.max(taken, waiting))) * 1.12
  const taken = `${stepsOf(line, place, top, 'taken')}H${WIDTH}`
  const limit = capacity === null ? null : (1 - capacity / top) * SEATS_HEIGHT
  return (
    <>
      <svg y={y} width="100%" height={SEATS_HEIGHT} viewBox={`0 0 ${WIDTH} ${SEATS_HEIGHT}`} preserveAspectRatio="none">
        <g transform={document.documentElement.dir === 'rtl' ? `translate(${WIDTH}) scale(-1 1)` : undefined}>
          <path class="area" d={`${taken}V${SEATS_HEIGHT}H${(place(first.at) * WIDTH).toFixed(1)}Z`} />
          {limit !== null && <path class="capacity" d={`M0 ${limit}H${WIDTH}`} />}
          <path class="taken" d={taken} />
          <path class="waiting" d={`${stepsOf(line, place, top, 'waiting')}H${WIDTH}`} />
        </g>
      </svg>
      {limit !== null && (
        <text class="soft" x={percentOf(1)} y={y + limit - 6} text-anchor="end">
          {rehearsalWords().seats.capacity} {numberOf(capacity ?? 0)}
        </text>
      )}
    </>
  )
}

interface Lane {
  mail: RehearsalResult['mails'][number]
  chapters: readonly Chapter[]
  y: number
  most: number
  zone: string
  show: (kind: string) => void
}

/** One kind of email, with a dot for each time it was sent. Dots are larger for more recipients. */
const MailLane = ({ mail: { kind, count, moments }, chapters, y, most, zone, show }: Lane) => (
  <g class="lane" onClick={() => show(kind)}>
    <rect x="0" y={y} width="100%" height={LANE_HEIGHT} />
    <line x1="0" x2="100%" y1={y + 28} y2={y + 28} />
    <text x={percentOf(0)} y={y + 13}>
      {nameOfMail(kind)} <tspan class="soft">{numberOf(count)}</tspan>
    </text>
    {moments.map(({ at, count: many }) => (
      <circle
        key={at}
        cx={percentOf(Math.min(0.985, Math.max(0.012, placeIn(chapters, Date.parse(at)))))}
        cy={y + 28}
        r={SMALLEST_DOT + (LARGEST_DOT - SMALLEST_DOT) * Math.sqrt(many / most)}
      >
        <title>{`${dayOf(Date.parse(at), zone)}, ${clockOf(at, zone)}: ${nameOfMail(kind)}, ${numberOf(many)}`}</title>
      </circle>
    ))}
  </g>
)

interface Pictured {
  result: RehearsalResult
  zone: string
  /** Shows an email of this kind. */
  show: (kind: string) => void
}

/** The whole event in one picture: seats taken and waitlisted, the milestones, and every kind of email. */
export const EventPicture = ({ result, zone, show }: Pictured) => {
  const words = rehearsalWords()
  const chapters = chaptersOf(result)
  const place: Place = (at) => placeIn(chapters, Date.parse(at))
  const names: Readonly<Record<string, string>> = words.timeline.milestones
  const captions: Readonly<Record<string, string>> = words.chapters
  const moments = result.timeline.filter(({ kind }) => kind === 'milestone')
  const labels = labelsIn(
    moments.map(({ at, name }) => ({ at: place(at), text: `${clockOf(at, zone)} ${names[name] ?? name}` })),
  )
  const seatsAt = (Math.max(0, ...labels.map(({ row }) => row)) + 1) * LABEL_HEIGHT + 6
  const lanesAt = seatsAt + SEATS_HEIGHT + 16
  const height = lanesAt + result.mails.length * LANE_HEIGHT
  const most = Math.max(1, ...result.mails.flatMap((mail) => mail.moments.map(({ count }) => count)))
  return (
    <section class="card stack">
      <header class="spread">
        <h2 class="h2">{words.seats.title}</h2>
        <ul class="rehearsal-key">
          <li class="taken">{words.seats.taken}</li>
          <li class="waiting">{words.seats.waiting}</li>
          <li class="emails">{words.figures.emails}</li>
        </ul>
      </header>
      <svg
        class="rehearsal-picture"
        width="100%"
        height={height + CAPTION_HEIGHT}
        role="img"
        aria-label={words.seats.title}
      >
        {chapters.map(({ name, from, until, share }, index) => {
          const before = chapters.slice(0, index).reduce((sum, each) => sum + each.share, 0)
          return (
            <g class="chapter" key={name}>
              {index > 0 && <line x1={percentOf(before)} x2={percentOf(before)} y1={seatsAt} y2={height} />}
              <text x={percentOf(before + share / 2)} y={height + 18} text-anchor="middle">
                {captions[name]}{' '}
                <tspan class="soft">
                  {dayOf(from, zone) === dayOf(until, zone)
                    ? dayOf(from, zone)
                    : `${dayOf(from, zone)} – ${dayOf(until, zone)}`}
                </tspan>
              </text>
            </g>
          )
        })}
        {labels.map(({ at, row, text, isBefore }) => (
          <g class="moment" key={text}>
            <line x1={percentOf(at)} x2={percentOf(at)} y1={row * LABEL_HEIGHT + 4} y2={seatsAt + SEATS_HEIGHT} />
            <text
              x={percentOf(at)}
              dx={(isBefore ? -1 : 1) * (document.documentElement.dir === 'rtl' ? -5 : 5)}
              y={row * LABEL_HEIGHT + 15}
              text-anchor={isBefore ? 'end' : 'start'}
            >
              {text}
            </text>
          </g>
        ))}
        <Seats result={result} place={place} y={seatsAt} />
        {result.mails.map((mail, index) => (
          <MailLane
            key={mail.kind}
            mail={mail}
            chapters={chapters}
            y={lanesAt + index * LANE_HEIGHT}
            most={most}
            zone={zone}
            show={show}
          />
        ))}
      </svg>
    </section>
  )
}
