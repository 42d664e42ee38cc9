import type { Child } from 'hono/jsx/dom'
import { useLayoutEffect } from 'hono/jsx/dom'
import { Refusal } from '../../shared/api.ts'
import { partsWords } from '../words/en/parts.ts'
import { PLANS_PAGE } from '../place.ts'
import { termsWords } from '../words/en/terms.ts'
import type { Asked } from './asking.ts'
import { useState } from './state.ts'
import { troubleOf } from './trouble.ts'

const LATE_MS = 300

/**
 * A skeleton of `rows` lines. It appears only after `LATE_MS` (300 ms), so that fast responses don't make it flicker.
 */
export const Loading = ({ rows = 6 }: { rows?: number }) => {
  const [isLate, setLate] = useState(false)
  useLayoutEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div class="loading" role="status" aria-busy="true">
      <span class="sr">{partsWords().loading}</span>
      {isLate && Array.from({ length: rows }, (_, index) => <i key={String(index)} />)}
    </div>
  )
}

export const Trouble = ({ error, again }: { error: unknown; again?: (() => void) | undefined }) => (
  <div class="trouble" role="alert">
    <p>{troubleOf(error)}</p>
    {again !== undefined && (
      <button type="button" class="button plain" onClick={again}>
        {termsWords().retry}
      </button>
    )}
    {error instanceof Refusal && error.requestId !== null && error.status >= 500 && (
      <p class="soft small">{error.requestId}</p>
    )}
  </div>
)

/** An empty state: the reason why nothing is shown, and one action. */
export const Empty = ({ title, children, act }: { title: string; children?: Child; act?: Child }) => (
  <div class="nothing">
    <h2>{title}</h2>
    {children && <p>{children}</p>}
    {act}
  </div>
)

/**
 * Shows whether `asked` is loading or has failed, and its data. Old data stays visible during a reload or after an
 * error.
 */
export const Shown = <Data,>({
  asked,
  rows,
  draw,
}: {
  asked: Asked<Data>
  rows?: number
  draw: (data: Data) => Child
}) => {
  const { data, error, again, isUnderWay } = asked
  if (data === null)
    return error === null || isUnderWay ? (
      <Loading key="loading" rows={rows ?? 6} />
    ) : (
      <Trouble key="trouble" error={error} again={() => void again()} />
    )
  return (
    <div key="there" aria-busy={isUnderWay ? 'true' : undefined}>
      {error !== null && <Trouble error={error} again={() => void again()} />}
      {draw(data)}
    </div>
  )
}

/** A notice for a feature that the calendar's plan lacks. It names the plan that includes the feature. */
export const NeedsPlan = ({ plan, children }: { plan: string; children: Child }) => (
  <p class="needs">
    <span class="tag warn">{partsWords().needsPlan(plan)}</span> {children}{' '}
    <a href={PLANS_PAGE}>{partsWords().seePlans}</a>
  </p>
)
