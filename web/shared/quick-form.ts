const sayTrouble = (form: HTMLFormElement, text: string) => {
  form.querySelector('#trouble')?.remove()
  const trouble = document.createElement('div')
  trouble.className = 'notice bad'
  trouble.id = 'trouble'
  trouble.tabIndex = -1
  trouble.setAttribute('role', 'alert')
  trouble.textContent = text
  form.prepend(trouble)
  trouble.focus()
}

/**
 * Replaces the order form, or else the page's `main`, with the one in the response. Focuses the first invalid field, or
 * else `#trouble`, the error message.
 */
const show = (html: string) => {
  const fresh = new DOMParser().parseFromString(html, 'text/html')
  const part = [fresh, document].every((page) => page.querySelector('#register') !== null) ? '#register' : 'main'
  // An error page has no order form, so it takes the place of the event, below a sheet that has to close.
  if (part === 'main') document.querySelector<HTMLDialogElement>('dialog[open]')?.close()
  const [shown, here] = [fresh.querySelector(part), document.querySelector(part)]
  if (shown === null || here === null) return
  document.title = fresh.title
  here.replaceWith(document.adoptNode(shown))
  enableQuickForms()
  document.dispatchEvent(new Event('page-shown'))
  const target =
    document.querySelector<HTMLElement>('form [aria-invalid]') ?? document.querySelector<HTMLElement>('#trouble')
  target?.focus()
}

const send = async (form: HTMLFormElement) => {
  const fields = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') fields.append(name, value)
  const answer = await fetch(form.action, { method: 'POST', body: fields, headers: { Accept: 'text/html' } })
  if (answer.redirected) location.assign(answer.url)
  else show(await answer.text())
  return answer.redirected
}

const enabled = new WeakSet<HTMLFormElement>()

/**
 * Sends `data-quick` forms with `fetch`. While a request is in progress, further clicks are ignored. After an error,
 * the user stays on the page.
 */
export const enableQuickForms = () => {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-quick]')) {
    if (enabled.has(form)) continue
    enabled.add(form)
    const button = [...form.querySelectorAll<HTMLButtonElement>('button[type=submit]')].at(-1)
    let label: string | null = null
    const setBusy = (isBusy: boolean) => {
      if (button === undefined) return
      if (isBusy) label = button.textContent
      button.textContent = isBusy ? (button.dataset.busy ?? label) : (label ?? button.textContent)
      if (!isBusy) label = null
      button.setAttribute('aria-disabled', String(isBusy))
    }
    let isUnderWay = false
    const sendOnce = async () => {
      if (isUnderWay) return
      isUnderWay = true
      setBusy(true)
      try {
        if (await send(form)) return
      } catch {
        sayTrouble(form, document.body.dataset.unreached ?? '')
      }
      isUnderWay = false
      setBusy(false)
    }
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void sendOnce()
    })
    // In a page restored from the back/forward cache, the button is still busy.
    addEventListener('pageshow', () => {
      isUnderWay = false
      setBusy(false)
    })
  }
}
