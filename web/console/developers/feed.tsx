import { useState } from 'hono/jsx/dom'
import type { CalendarAnswer, One } from '../../shared/answers.ts'
import { Head } from '../frame/screen.tsx'
import { useAsked } from '../parts/asking.ts'
import { Copyable } from '../parts/copy.tsx'
import { Ask } from '../parts/dialog.tsx'
import { Shown } from '../parts/states.tsx'
import type { CalendarSession } from '../session.ts'
import type { PanelProps, Section } from './section.ts'
import { ShowSecret } from './show-secret.tsx'

interface FeedState {
  settings: CalendarAnswer
  isOpen: boolean
}

const load = async ({ api, calendar }: CalendarSession, tokenPath: string): Promise<FeedState> => {
  const [settings, token] = await Promise.all([
    api.get<One<CalendarAnswer>>(`/calendars/${calendar.slug}/settings`),
    api.get<One<{ isOpen: boolean }>>(tokenPath),
  ])
  return { settings: settings.data, isOpen: token.data.isOpen }
}

const PublicFeed = ({ settings: { visibility, icsUrl, webcalUrl } }: { settings: CalendarAnswer }) => (
  <section class="card stack">
    <h2>Public feed</h2>
    {visibility === 'PRIVATE' ? (
      <p>This calendar is private, so it has no public feed.</p>
    ) : (
      <>
        <p class="quiet">
          Anyone can subscribe. It contains published public events from 90 days ago to 18 months ahead.
        </p>
        {icsUrl !== null && <Copyable text={icsUrl} of="the public address" />}
        {webcalUrl !== null && <Copyable text={webcalUrl} of="the public webcal address" />}
      </>
    )}
  </section>
)

const SecretFeed = ({ isOpen, choose }: { isOpen: boolean; choose: (act: 'open' | 'close') => void }) => (
  <section class="card stack">
    <div class="row caption">
      <h2>Secret feed</h2>
      <span class={isOpen ? 'tag good' : 'tag'}>{isOpen ? 'On' : 'Off'}</span>
    </div>
    <p class="quiet">
      A second address for you and your team, which includes unlisted and private events. Keep it secret.
    </p>
    <div class="row acts">
      <button type="button" class={isOpen ? 'button plain small' : 'button small'} onClick={() => choose('open')}>
        {isOpen ? 'Replace address' : 'Create secret address'}
      </button>
      {isOpen && (
        <button type="button" class="button plain small bad" onClick={() => choose('close')}>
          Revoke address
        </button>
      )}
    </div>
  </section>
)

const Feed = ({ session, section }: PanelProps) => {
  const path = `/calendars/${session.calendar.slug}/feed-token`
  const asked = useAsked(() => load(session, path), [path])
  const [act, choose] = useState<'open' | 'close' | null>(null)
  const [url, show] = useState<string | null>(null)
  const close = () => choose(null)
  const create = async () => {
    const { data } = await session.api.post<One<{ token: string; url: string }>>(path)
    show(data.url)
    await asked.again()
  }
  const isOpen = asked.data?.isOpen === true
  return (
    <>
      <Head title={section.title} lead={section.lead} />
      <Shown
        asked={asked}
        draw={(feed) => (
          <div class="content">
            <PublicFeed settings={feed.settings} />
            <SecretFeed isOpen={feed.isOpen} choose={choose} />
          </div>
        )}
      />
      {act === 'open' && (
        <Ask
          key="open"
          title={isOpen ? 'Replace the secret address?' : 'Create a secret address?'}
          action={isOpen ? 'Replace address' : 'Create address'}
          isDangerous={isOpen}
          close={close}
          act={create}
        >
          <p>
            {isOpen
              ? 'The old address stops working immediately. Everyone who subscribed to it needs the new one.'
              : 'Anyone who has it can read every published event of this calendar, including unlisted and private ones.'}
          </p>
        </Ask>
      )}
      {act === 'close' && (
        <Ask
          key="close"
          title="Revoke the secret address?"
          action="Revoke address"
          isDangerous
          close={close}
          act={async () => {
            await session.api.delete(path)
            session.toast('Secret address revoked.')
            await asked.again()
          }}
        >
          <p>It stops working immediately. The public feed doesn’t change.</p>
        </Ask>
      )}
      {act === null && url !== null && (
        <ShowSecret
          key="address"
          title="The secret address"
          secret={url}
          of="the address"
          warning="This is the only time we show it. Anyone who has it can read every published event, including unlisted and private ones."
          close={() => show(null)}
        >
          <p>For apps that subscribe with one tap:</p>
          <Copyable text={url.replace(/^https?:/, 'webcal:')} of="the webcal address" />
        </ShowSecret>
      )}
    </>
  )
}

export const feedSection: Section = {
  id: 'feed',
  title: 'Feed',
  lead: 'Subscribe to the calendar from any calendar app.',
  role: 'OWNER',
  plan: 'PLUS',
  Panel: Feed,
}
