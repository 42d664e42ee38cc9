import { createApi, wordsOf } from '../shared/api.ts'
import { element, show } from '../shared/element.ts'
import { createSignIn, signInSettings } from '../shared/sign-in.ts'

const main = document.querySelector('main') as HTMLElement

const begin = async () => {
  const settings = signInSettings()
  if (settings === null)
    return show(main, element('p', {}, 'Nobody can sign in: the service has no identity provider.'))
  const signIn = createSignIn(settings)
  if (!(await signIn.resume())) {
    return show(main, element('button', { class: 'button', onclick: () => void signIn.start() }, 'Sign in'))
  }
  const api = createApi({ kind: 'session', token: signIn.token, renew: signIn.renew })
  const { data } = await api.get<{ data: { userId: string } }>('/me')
  return show(
    main,
    element('p', {}, `Signed in as ${signIn.name()} (${data.userId})`),
    element('button', { class: 'button', onclick: () => void signIn.signOut() }, 'Sign out'),
  )
}

begin().catch((error: unknown) => show(main, element('p', { class: 'notice bad', role: 'alert' }, wordsOf(error))))
