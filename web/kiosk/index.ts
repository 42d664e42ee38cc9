import { createApi, type Credential } from '../shared/api.ts'
import { show } from '../shared/element.ts'
import { createSignIn, signInSettings } from '../shared/sign-in.ts'
import { showChooser } from './chooser.ts'
import type { PassLink } from './codes.ts'
import { openDoor, type OpenDoor } from './door.ts'
import { listenForScanners } from './keyboard.ts'
import { forgetOldDoors, type KeptDoor } from './manifest.ts'
import { dropPass, keepPass, keptPass, takeEventFromAddress, takePassFromAddress } from './pass-store.ts'
import { createSettings } from './settings.ts'
import { createSound } from './sound.ts'
import { openStorage } from './storage.ts'
import { troubleOf } from './trouble.ts'
import { keepAwake } from './wake.ts'
import { showWelcome } from './welcome.ts'
import { chooseLocale, localeSpoken, speak, words } from './words.ts'

const main = document.querySelector('main') as HTMLElement
const settings = createSettings()
speak(
  chooseLocale(new URLSearchParams(location.search).get('lang'), settings.get().locale, navigator.languages),
  navigator.languages,
)
document.documentElement.lang = localeSpoken()
document.documentElement.dir = localeSpoken() === 'ar' ? 'rtl' : 'ltr'
document.title = `${words().kiosk} · Event Calendar`
show(document.querySelector('.skip') as HTMLElement, words().skip)
const sound = createSound(() => settings.get().isSilent)
const storage = await openStorage()
const signInAt = signInSettings()
const signIn = signInAt === null ? null : createSignIn(signInAt)
let door: OpenDoor | null = null
let welcome: ReturnType<typeof showWelcome> | null = null

const leaveAll = () => {
  door?.close()
  welcome?.stop()
  door = null
  welcome = null
}

const open = async (eventId: string, credential: Credential, worker: string) => {
  leaveAll()
  settings.change({ eventId })
  door = await openDoor({
    main,
    credential,
    eventId,
    storage,
    settings,
    sound,
    worker,
    leaveLabel: credential.kind === 'session' ? words().door.chooseAnother : words().door.leave,
    onLeave: () => {
      if (credential.kind === 'session') return void choose()
      dropPass()
      settings.change({ eventId: null })
      return void greet(null)
    },
    onOver: (why) => {
      door = null
      dropPass()
      void greet(why)
    },
  })
}

const openWithPass = (pass: PassLink) => {
  keepPass(pass)
  return open(pass.eventId, { kind: 'pass', token: pass.token }, words().door.pass)
}

const sessionCredential = (): Credential | null =>
  signIn === null ? null : { kind: 'session', token: signIn.token, renew: signIn.renew }

const choose = async () => {
  leaveAll()
  const credential = sessionCredential()
  if (signIn === null || credential === null) return greet(null)
  return showChooser(main, createApi(credential), signIn.name(), {
    onChoice: (eventId) => void open(eventId, credential, signIn.name()).catch(fail),
    onSignOut: () => {
      settings.change({ eventId: null })
      void signIn.signOut()
    },
  })
}

const greet = async (problem: string | null) => {
  leaveAll()
  const { eventId } = settings.get()
  const known = eventId === null ? undefined : await storage.get<KeptDoor>('doors', eventId)
  const waiting = await storage.all('scans')
  welcome = showWelcome(main, {
    settings,
    canSignIn: signIn !== null,
    problem,
    waiting: waiting.length,
    knownDoor:
      known === undefined || problem !== null
        ? null
        : {
            title: known.door.title,
            open: () => void open(known.eventId, { kind: 'none' }, words().door.nobody).catch(fail),
          },
    onSignIn: () => void signIn?.start().catch(fail),
    onPass: (pass) => void openWithPass(pass).catch(fail),
  })
}

const fail = (error: unknown) => void greet(troubleOf(error))

const begin = async () => {
  takePassFromAddress()
  const asked = takeEventFromAddress()
  if (asked !== null) settings.change({ eventId: asked })
  await forgetOldDoors(storage, Date.now())
  const isSignedIn = (await signIn?.resume()) === true
  const pass = keptPass()
  const credential = sessionCredential()
  const { eventId } = settings.get()
  if (pass !== null) return openWithPass(pass)
  // The user of the workspace is signed in at the identity provider, which doesn't ask again.
  if (!isSignedIn && asked !== null && signIn !== null) return signIn.start()
  if (!isSignedIn || credential === null) return greet(null)
  return eventId === null ? choose() : open(eventId, credential, signIn?.name() ?? '')
}

listenForScanners((text) => (door === null ? welcome?.take(text) : door.scan(text)))
addEventListener('pointerdown', sound.allow)
addEventListener('keydown', sound.allow)
addEventListener('hashchange', () => void begin().catch(fail))
keepAwake()
if ('serviceWorker' in navigator) {
  navigator.serviceWorker.register('/assets/kiosk-worker.js', { scope: '/kiosk' }).catch(() => {
    document.documentElement.dataset['offline'] = 'impossible'
  })
}
await begin().catch(fail)
