import type { Child } from 'hono/jsx/dom'
import type { QuoteAnswer } from '../../shared/answers.ts'
import type { Api } from '../../shared/api.ts'
import { bulkOf } from '../../../src/kernel/bulk.ts'
import { Ask } from './dialog.tsx'
import { useQuote } from './quote.ts'
import { Shown } from './states.tsx'

/** Asks before a deletion. Deletes only the objects of the quote. Shows a refusal immediately. */
export const AskDelete = ({
  api,
  path,
  title,
  action,
  close,
  deleted,
  children,
}: {
  api: Api
  path: string
  title: string
  action: string
  close(): void
  deleted(): Promise<unknown>
  children: Child | ((quote: QuoteAnswer) => Child)
}) => {
  const write = { method: 'DELETE', path } as const
  const { asked, send } = useQuote(api, write)
  return (
    <Ask
      title={title}
      action={action}
      isDangerous
      isReady={asked.data !== null}
      bulk={asked.data === null ? null : bulkOf(asked.data)}
      close={close}
      act={async () => {
        await send(write)
        await deleted()
      }}
    >
      <Shown
        asked={asked}
        rows={1}
        draw={(quote) => <p>{typeof children === 'function' && quote !== null ? children(quote) : children}</p>}
      />
    </Ask>
  )
}
