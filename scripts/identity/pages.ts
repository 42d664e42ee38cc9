import { DEMO_USERS, ROLE_OF } from './users.ts'

const STYLE = `
  :root { color-scheme: light dark; --ink: #1b1f24; --soft: #5b6570; --line: #d9dee4; --card: #fff; --page: #f3f5f7; --mark: #0b63ce }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #e8ecf0; --soft: #9aa6b2; --line: #343c45; --card: #1c2127; --page: #12161a; --mark: #6db0ff }
  }
  * { box-sizing: border-box }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; background: var(--page);
    color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
  main { width: min(26rem, 100%); background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 1.75rem }
  h1 { margin: 0; font-size: 1.3rem }
  p { margin: .25rem 0 1.25rem; color: var(--soft) }
  button, input { font: inherit; color: inherit; border: 1px solid var(--line); border-radius: 9px; background: transparent; padding: .6rem .8rem }
  .user { display: block; width: 100%; margin: 0 0 .5rem; text-align: left; cursor: pointer }
  .user small { display: block; color: var(--soft) }
  button:hover, button:focus-visible, input:focus-visible { border-color: var(--mark); outline: 2px solid var(--mark); outline-offset: -1px }
  .other { display: flex; gap: .5rem; margin-top: 1.25rem; padding-top: 1.25rem; border-top: 1px solid var(--line) }
  .other input { flex: 1; min-width: 0 }
  .other button { cursor: pointer }
`

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

interface Look {
  /** CSS appended to the shared style. */
  style?: string
  lang?: string
  dir?: 'ltr' | 'rtl'
}

export const page = (
  title: string,
  content: string,
  { style = '', lang = 'en', dir = 'ltr' }: Look = {},
) => `<!doctype html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}${style}</style>
</head>
<body><main>${content}</main></body>
</html>
`

const choice = (name: keyof typeof ROLE_OF) =>
  `<button class="user" name="user" value="${name}"><strong>${name}</strong><small>${ROLE_OF[name]}</small></button>`

export const signInPage = (action: string, problem = '') =>
  page(
    'Sign in',
    `<h1>Sign in to Event Calendar</h1>
<p>${escapeHtml(problem || 'This provider is for local testing. Choose a user.')}</p>
<form method="post" action="${escapeHtml(action)}">${DEMO_USERS.map(choice).join('\n')}</form>
<form method="post" action="${escapeHtml(action)}" class="other">
<input name="user" aria-label="Another name" placeholder="another-name" pattern="[a-z][a-z0-9\\-]{0,39}" required autocomplete="off">
<button>Sign in</button>
</form>`,
  )

export const logoutPage = (context: { type: string; body: string }, form: string) => {
  context.type = 'html'
  context.body = page(
    'Sign out',
    `<h1>Sign out</h1><p>Do you want to sign out of Event Calendar?</p>${form}
<button class="user" form="op.logoutForm" name="logout" value="yes" autofocus><strong>Yes, sign me out</strong></button>
<button class="user" form="op.logoutForm">No, stay signed in</button>`,
  )
}
