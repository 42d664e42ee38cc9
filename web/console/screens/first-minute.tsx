import type { Child } from 'hono/jsx/dom'
import { useLayoutEffect } from 'hono/jsx/dom'
import { HOME } from '../place.ts'
import type { Session } from '../session.ts'

const STEPS = ['Your calendar', 'Your first event', 'Share it']

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
  useLayoutEffect(() => {
    document.title = `${title} · Workspace`
  }, [title])
  return (
    <div class="first-minute">
      <div class="top">
        <a class="place chooser" href={HOME}>
          <img src="/assets/icon.svg" alt="" width="24" height="24" />
          <span class="name">Calendar</span>
        </a>
        <div class="acts">
          {way}
          <span class="soft">{session.name}</span>
          {session.me.calendars.length === 0 && (
            <button type="button" class="button bare" onClick={() => session.signOut()}>
              Sign out
            </button>
          )}
        </div>
      </div>
      <div class="halves">
        <main id="main" tabindex={-1}>
          <ol class="progress" aria-label="Steps">
            {STEPS.map((words, index) => (
              <li key={words} class={index <= step ? 'done' : ''} aria-current={index === step ? 'step' : undefined}>
                {words}
              </li>
            ))}
          </ol>
          <h1 tabindex={-1}>{title}</h1>
          <p class="lead">{lead}</p>
          {children}
        </main>
        <aside aria-label="Preview">{preview}</aside>
      </div>
    </div>
  )
}
