import type { Child } from 'hono/jsx/dom'
import { useLayoutEffect } from 'hono/jsx/dom'
import { HOME } from '../place.ts'
import type { Session } from '../session.ts'
import { calendarWords } from '../words/en/calendar.ts'

const STEPS = ['calendar', 'event', 'share'] as const

/** Layout of the three onboarding steps: a form next to its preview. */
export const FirstMinute = ({
  session,
  step,
  title,
  lead,
  children,
  preview,
  way,
}: {
  session: Session
  step: 0 | 1 | 2
  title: string
  lead: Child
  children: Child
  preview: Child
  way?: Child
}) => {
  const words = calendarWords().firstSteps
  useLayoutEffect(() => {
    document.title = `${title} · Workspace`
  }, [title])
  return (
    <div class="first-minute">
      <header class="top">
        <a class="place chooser" href={HOME}>
          <img src="/assets/icon.svg" alt="" width="24" height="24" />
          <span class="name">{words.appName}</span>
        </a>
        <div class="acts">
          {way}
          <span class="soft">{session.name}</span>
          {session.me.calendars.length === 0 && (
            <button type="button" class="button bare" onClick={() => session.signOut()}>
              {words.signOut}
            </button>
          )}
        </div>
      </header>
      <div class="halves">
        <main id="main" tabindex={-1}>
          <ol class="progress" aria-label={words.label}>
            {STEPS.map((name, index) => (
              <li key={name} class={index <= step ? 'done' : ''} aria-current={index === step ? 'step' : undefined}>
                {words.steps[name]}
              </li>
            ))}
          </ol>
          <h1 tabindex={-1}>{title}</h1>
          <p class="lead">{lead}</p>
          {children}
        </main>
        <aside aria-label={words.preview}>{preview}</aside>
      </div>
    </div>
  )
}
