import { copyable } from '../../shared/copying.ts'
import { askThenDo, openDialog } from '../../shared/dialog.ts'
import { element, type Child } from '../../shared/element.ts'
import { loading } from '../../shared/loading.ts'
import { byHand } from './by-hand.tsx'
import type { Scene } from './scene.ts'
import type { Section } from './section.ts'
import type { Calendar, One } from './wire.ts'

interface FeedState {
  settings: Calendar
  isOpen: boolean
}

const showAddress = async (url: string) => {
  const kept = element('button', { type: 'button', class: 'button' }, 'I have kept it')
  const opened = openDialog(
    'The secret address',
    [
      element(
        'div',
        { class: 'stack' },
        element(
          'p',
          { class: 'notice warn' },
          'This is the only time it is shown. Whoever has it sees every published event, the unlisted and private ones too.',
        ),
        copyable(url, 'the address'),
        element('p', {}, 'For programs that subscribe with one tap:'),
        copyable(url.replace(/^https?:/, 'webcal:'), 'the webcal address'),
        element('div', { class: 'row end' }, kept),
      ),
    ],
    { isKept: true },
  )
  kept.addEventListener('click', opened.close)
  await opened.closed
}

const publicFeed = ({ visibility, icsUrl, webcalUrl }: Calendar): Child => {
  if (visibility === 'PRIVATE') return element('p', {}, 'This calendar is private, so it has no public feed.')
  return [
    element(
      'p',
      { class: 'quiet' },
      'Anyone may subscribe. Published public events, 90 days back and 18 months ahead.',
    ),
    icsUrl !== null && copyable(icsUrl, 'the public address'),
    webcalUrl !== null && copyable(webcalUrl, 'the public webcal address'),
  ]
}

const secretFeed = ({ isOpen }: FeedState, scene: Scene, reload: () => Promise<void>): Child => {
  const path = `/calendars/${scene.calendar.slug}/feed-token`
  const make = async () => {
    const { data } = await scene.api.post<One<{ token: string; url: string }>>(path)
    return data.url
  }
  const open = async () => {
    let url = ''
    const question = isOpen
      ? {
          title: 'Replace the secret address?',
          text: 'The old address stops working at once; everyone who subscribed to it needs the new one.',
          action: 'Replace it',
        }
      : {
          title: 'Open a secret address?',
          text: 'Whoever has it can read every published event of this calendar, the unlisted and private ones too.',
          action: 'Open it',
          isDangerous: false,
        }
    if (!(await askThenDo(question, async () => (url = await make())))) return
    await Promise.all([showAddress(url), reload()])
  }
  const close = async () => {
    const question = {
      title: 'Close the secret address?',
      text: 'It stops working at once. The public feed stays as it is.',
      action: 'Close it',
    }
    if (!(await askThenDo(question, () => scene.api.delete(path)))) return
    scene.say('The secret address is closed.')
    await reload()
  }
  return [
    element(
      'p',
      { class: 'quiet' },
      'A second address for yourself and your team, with unlisted and private events. The address is the secret.',
    ),
    element(
      'div',
      { class: 'row acts' },
      element(
        'button',
        { type: 'button', class: isOpen ? 'button plain small' : 'button small', onclick: () => void open() },
        isOpen ? 'Replace' : 'Open a secret address',
      ),
      isOpen &&
        element('button', { type: 'button', class: 'button plain small bad', onclick: () => void close() }, 'Close'),
    ),
  ]
}

const ask = async ({ api, calendar }: Scene): Promise<FeedState> => {
  const [settings, token] = await Promise.all([
    api.get<One<Calendar>>(`/calendars/${calendar.slug}/settings`),
    api.get<One<{ isOpen: boolean }>>(`/calendars/${calendar.slug}/feed-token`),
  ])
  return { settings: settings.data, isOpen: token.data.isOpen }
}

export const feedSection: Section = {
  id: 'feed',
  title: 'Feed',
  lead: 'The calendar as an address that agenda apps subscribe to.',
  role: 'OWNER',
  plan: 'PLUS',
  Panel: byHand((scene) => {
    void loading(
      scene.place,
      () => ask(scene),
      (state, again) => [
        element('section', { class: 'card stack' }, element('h2', {}, 'Public feed'), publicFeed(state.settings)),
        element(
          'section',
          { class: 'card stack' },
          element(
            'div',
            { class: 'row caption' },
            element('h2', {}, 'Secret feed'),
            element('span', { class: state.isOpen ? 'tag good' : 'tag' }, state.isOpen ? 'Open' : 'Closed'),
          ),
          secretFeed(state, scene, again),
        ),
      ],
    )
  }),
}
