import type { FC } from 'hono/jsx/dom'
import { useLayoutEffect } from 'hono/jsx/dom'
import { SaidInWords } from '../../shared/api.ts'
import { Loading, Trouble } from '../parts/states.tsx'
import { frameWords } from '../words/en/frame.ts'
import { useState } from '../parts/state.ts'

const known = new Map<string, FC<object>>()

/**
 * A screen whose code is loaded on the first visit. `name` must be unique, because the loaded component is cached under
 * it.
 */
export const Later = <Props extends object>({
  name,
  load,
  props,
}: {
  name: string
  load: () => Promise<FC<Props>>
  props: Props
}) => {
  const [, redraw] = useState(0)
  const [error, fail] = useState<unknown>(null)
  const fetchIt = () => {
    fail(null)
    const fetchNow = async () => {
      known.set(name, (await load()) as FC<object>)
      redraw((count) => count + 1)
    }
    fetchNow().catch(() => fail(new SaidInWords(frameWords().notLoaded)))
  }
  useLayoutEffect(() => {
    if (!known.has(name)) fetchIt()
  }, [name])
  const Screen = known.get(name)
  if (Screen !== undefined) return <Screen key={name} {...props} />
  return (
    <main id="main" class="room" tabindex={-1}>
      {error === null ? <Loading /> : <Trouble error={error} again={fetchIt} />}
    </main>
  )
}
