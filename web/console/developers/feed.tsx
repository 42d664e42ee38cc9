import type { CalendarAnswer, One } from '../../shared/answers.ts'
import { Head } from '../frame/screen.tsx'
import { useAsked } from '../parts/asking.ts'
import { Copyable } from '../parts/copy.tsx'
import { Ask } from '../parts/dialog.tsx'
import { useOpened, useState } from '../parts/state.ts'
import { Shown } from '../parts/states.tsx'
import type { CalendarSession } from '../session.ts'
import { developersWords } from '../words/en/developers.ts'
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

const PublicFeed = ({ settings: { visibility, icsUrl, webcalUrl } }: { settings: CalendarAnswer }) => {
  const words = developersWords().feed.public
  return (
    <section class="card stack">
      <h2>{words.title}</h2>
      {visibility === 'PRIVATE' ? (
        <p>{words.isPrivate}</p>
      ) : (
        <>
          <p class="quiet">{words.about}</p>
          {icsUrl !== null && <Copyable text={icsUrl} of={words.address} />}
          {webcalUrl !== null && <Copyable text={webcalUrl} of={words.webcalAddress} />}
        </>
      )}
    </section>
  )
}

const SecretFeed = ({ isOpen, choose }: { isOpen: boolean; choose: (act: 'open' | 'close') => void }) => {
  const words = developersWords().feed.secret
  return (
    <section class="card stack">
      <div class="row caption">
        <h2>{words.title}</h2>
        <span class={isOpen ? 'tag good' : 'tag'}>{isOpen ? words.on : words.off}</span>
      </div>
      <p class="quiet">{words.about}</p>
      <div class="row acts">
        <button type="button" class={isOpen ? 'button plain small' : 'button small'} onClick={() => choose('open')}>
          {isOpen ? words.replace : words.create}
        </button>
        {isOpen && (
          <button type="button" class="button plain small bad" onClick={() => choose('close')}>
            {words.revoke}
          </button>
        )}
      </div>
    </section>
  )
}

const Feed = ({ session }: PanelProps) => {
  const words = developersWords().feed
  const path = `/calendars/${session.calendar.slug}/feed-token`
  const asked = useAsked(() => load(session, path), [path])
  const [act, choose] = useOpened<'open' | 'close' | null>(null)
  const [url, show] = useState<string | null>(null)
  const close = () => choose(null)
  const create = async () => {
    const { data } = await session.api.post<One<{ token: string; url: string }>>(path)
    show(data.url)
    await asked.again()
  }
  const isOpen = asked.data?.isOpen === true
  const opening = isOpen ? words.replacing : words.creating
  return (
    <>
      <Head title={words.title} lead={words.lead} />
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
        <Ask key="open" title={opening.title} action={opening.action} isDangerous={isOpen} close={close} act={create}>
          <p>{opening.about}</p>
        </Ask>
      )}
      {act === 'close' && (
        <Ask
          key="close"
          title={words.revoking.title}
          action={words.revoking.action}
          isDangerous
          close={close}
          act={async () => {
            await session.api.delete(path)
            session.toast(words.revoking.done)
            await asked.again()
          }}
        >
          <p>{words.revoking.about}</p>
        </Ask>
      )}
      {act === null && url !== null && (
        <ShowSecret
          key="address"
          title={words.created.title}
          secret={url}
          of={words.created.address}
          warning={words.created.warning}
          close={() => show(null)}
        >
          <p>{words.created.oneTap}</p>
          <Copyable text={url.replace(/^https?:/, 'webcal:')} of={words.created.webcalAddress} />
        </ShowSecret>
      )}
    </>
  )
}

export const feedSection: Section = {
  id: 'feed',
  words: () => developersWords().feed,
  role: 'OWNER',
  plan: 'PLUS',
  Panel: Feed,
}
