import type { Child } from 'hono/jsx/dom'
import { render, useLayoutEffect } from 'hono/jsx/dom'
import { createApi, type Credential } from '../shared/api.ts'
import { once } from '../shared/once.ts'
import { createSignIn, signInSettings, type SignIn } from '../shared/sign-in.ts'
import { App } from './app.tsx'
import { withAhead } from './frame/ahead.ts'
import { placeOf } from './place.ts'
import { Dialog } from './parts/dialog.tsx'
import { useState } from './parts/state.ts'
import { troubleOf } from './parts/trouble.ts'
import { frameWords } from './words/en/frame.ts'
import { followReader } from './words/reader.ts'

const root = document.querySelector('#console') as HTMLElement

/** The page frame without the rail, for visitors who aren't signed in. */
const Alone = ({ children }: { children: Child }) => (
  <div class="workspace alone">
    <div class="top">
      <a class="place chooser" href="/">
        <img src="/assets/icon.svg" alt="" width="24" height="24" />
        <span class="name">{frameWords().appName}</span>
      </a>
    </div>
    <main id="main" class="room welcome">
      {children}
    </main>
  </div>
)

const StartButton = ({ signIn }: { signIn: SignIn }) => {
  const [trouble, tell] = useState<unknown>(null)
  return (
    <>
      <button type="button" class="button" onClick={() => void signIn.start().catch(tell)}>
        {frameWords().signIn}
      </button>
      {trouble !== null && (
        <p class="fault" role="alert">
          {troubleOf(trouble)}
        </p>
      )}
    </>
  )
}

const welcome = (signIn: SignIn, trouble: unknown = null) => {
  const words = frameWords()
  render(
    <Alone>
      <h1>{words.welcome}</h1>
      <p class="lead">{words.welcomeLead}</p>
      {trouble !== null && (
        <p class="fault" role="alert">
          {troubleOf(trouble)}
        </p>
      )}
      <StartButton signIn={signIn} />
      <p class="soft small">{words.havePass(<a href="/kiosk">{words.openInKiosk}</a>)}</p>
    </Alone>,
    root,
  )
}

/** Closes when the user goes to another screen. The first request that fails there opens it again. */
const SignInEnded = ({ signIn, closed }: { signIn: SignIn; closed: () => void }) => {
  const [isOpen, show] = useState(true)
  useLayoutEffect(() => {
    const close = () => show(false)
    addEventListener('hashchange', close)
    return () => removeEventListener('hashchange', close)
  }, [])
  useLayoutEffect(() => {
    if (!isOpen) closed()
  }, [isOpen])
  if (!isOpen) return null
  return (
    <Dialog title={frameWords().signedOut} close={() => show(false)}>
      <p>{frameWords().signInAgain}</p>
      <StartButton signIn={signIn} />
    </Dialog>
  )
}

let isAsking = false

/** Renders the dialog outside the app, so that the page behind it keeps its state. */
const askToSignIn = (signIn: SignIn) => {
  if (isAsking) return
  isAsking = true
  const place = document.createElement('div')
  document.body.append(place)
  const closed = () => {
    isAsking = false
    place.remove()
  }
  render(<SignInEnded signIn={signIn} closed={closed} />, place)
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
  const api = withAhead(once(createApi(credential)), placeOf(location.hash))
  const app = (
    <App api={api} name={signIn.name()} signInAgain={signIn.startFresh} signOut={() => void signIn.signOut()} />
  )
  render(app, root)
}

const start = async () => {
  const settings = signInSettings()
  const spoken = followReader(null)
  if (settings === null) {
    await spoken
    return render(
      <Alone>
        <p class="notice warn">{frameWords().noSignIn}</p>
      </Alone>,
      root,
    )
  }
  const signIn = createSignIn(settings)
  const [resumed] = await Promise.allSettled([signIn.resume(), spoken])
  if (resumed.status === 'rejected') return welcome(signIn, resumed.reason)
  return resumed.value ? run(signIn) : welcome(signIn)
}

// Not awaited: the list of a language is a chunk that imports this module, which would then wait for itself.
void start()
