import { createApi, type Credential } from '../shared/api.ts'
import { alertOf, busy, closeDialogs, openDialog } from '../shared/dialog.ts'
import { element, show, type Child } from '../shared/element.ts'
import { skeleton, troubleOf } from '../shared/loading.ts'
import { once } from '../shared/once.ts'
import { sayingPlace } from '../shared/saying.ts'
import { createSignIn, signInSettings, type SignIn } from '../shared/sign-in.ts'
import { openPanel } from './panel.ts'
import { barOf } from './shell.ts'
import type { Me, One } from './wire.ts'

const root = document.querySelector('#console') as HTMLElement

const alone = (...content: readonly Child[]) =>
  show(root, barOf(null), element('main', { id: 'main', class: 'page narrow stack' }, content))

const startButton = (signIn: SignIn) => {
  const button = element('button', { type: 'button', class: 'button' }, 'Sign in')
  button.addEventListener('click', () => {
    busy(button, signIn.start).catch((error: unknown) => welcome(signIn, error))
  })
  return button
}

const welcome = (signIn: SignIn, trouble: unknown = null) =>
  alone(
    element('h1', {}, 'The console'),
    element('p', { class: 'lead' }, 'API keys, webhooks and their log, feeds, members and exports of your calendars.'),
    trouble !== null && alertOf(trouble),
    startButton(signIn),
  )

/** The page stays as it is behind it, and whoever comes back finds the same place. */
const askToSignIn = (signIn: SignIn) => {
  if (document.querySelector('dialog.ended') !== null) return
  const { dialog } = openDialog('Your sign-in has ended', [
    element(
      'div',
      { class: 'stack' },
      element('p', {}, 'Sign in again, and you are back where you were.'),
      startButton(signIn),
    ),
  ])
  dialog.classList.add('ended')
}

const run = (signIn: SignIn) => {
  const orAsk = (token: string | null) => {
    if (token === null) askToSignIn(signIn)
    return token
  }
  const credential: Credential = {
    kind: 'session',
    token: () => signIn.token().then(orAsk),
    renew: () => signIn.renew().then(orAsk),
  }
  const api = once(createApi(credential))
  const saying = sayingPlace()
  let leaving: AbortController | undefined
  let me: Me | undefined

  const draw = (takesFocus: boolean) => {
    if (me === undefined) return
    leaving?.abort()
    const panel = { api, me, name: signIn.name(), saying, signOut: () => void signIn.signOut(), refresh }
    leaving = openPanel(root, panel, { takesFocus })
  }
  const refresh = async () => {
    me = (await api.get<One<Me>>('/me')).data
    draw(true)
  }
  const begin = () => {
    alone(skeleton())
    refresh().catch((error: unknown) => alone(troubleOf(error, begin)))
  }
  addEventListener('hashchange', () => {
    closeDialogs()
    draw(true)
  })
  begin()
}

const settings = signInSettings()
if (settings === null) {
  alone(element('p', { class: 'notice warn' }, 'Nobody can sign in here: the service has no identity provider.'))
} else {
  const signIn = createSignIn(settings)
  signIn.resume().then(
    (isSignedIn) => (isSignedIn ? run(signIn) : welcome(signIn)),
    (error: unknown) => welcome(signIn, error),
  )
}
