import { useLayoutEffect, useRef } from 'hono/jsx/dom'
import { show } from '../../shared/element.ts'
import type { Scene } from './scene.ts'
import type { PanelProps } from './section.ts'

/** Wraps a panel that still builds its DOM by hand. */
export const byHand = (open: (scene: Scene) => void) => {
  const Panel = ({ session, section }: PanelProps) => {
    const [content, acts] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)]
    useLayoutEffect(() => {
      const [place, beside] = [content.current, acts.current]
      if (place === null || beside === null) return undefined
      const leaving = new AbortController()
      open({
        api: session.api,
        calendar: session.calendar,
        place,
        offer: (...actions) => show(beside, actions),
        signal: leaving.signal,
        query: session.place.query,
        say: (words) => session.toast(words),
      })
      return () => leaving.abort()
    }, [])
    return (
      <>
        <header class="head">
          <div>
            <h1 tabindex={-1}>{section.title}</h1>
            <p class="lead">{section.lead}</p>
          </div>
          <div class="row" ref={acts} />
        </header>
        <div class="content" ref={content} />
      </>
    )
  }
  return Panel
}
