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

/** Replaces the page's `main` with the one in the response and focuses `#trouble`, the error message. */
const show = (html: string) => {
  const fresh = new DOMParser().parseFromString(html, 'text/html')
  const [main, here] = [fresh.querySelector('main'), document.querySelector('main')]
  if (main === null || here === null) return
  document.title = fresh.title
  here.replaceWith(document.adoptNode(main))
  enableQuickForms()
  document.dispatchEvent(new Event('page-shown'))
  document.querySelector<HTMLElement>('#trouble')?.focus()
}

const send = async (form: HTMLFormElement) => {
  const fields = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') fields.append(name, value)
  const answer = await fetch(form.action, { method: 'POST', body: fields, headers: { Accept: 'text/html' } })
  if (answer.redirected) location.assign(answer.url)
  else show(await answer.text())
  return answer.redirected
}

/**
 * Sends `data-quick` forms with `fetch`. While a request is in progress, further clicks are ignored. After an error,
 * the user stays on the page.
 */
export const enableQuickForms = () => {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-quick]')) {
    const button = form.querySelector<HTMLButtonElement>('button[type=submit]')
    const label = button?.textContent ?? ''
    let isUnderWay = false
    const setBusy = (isBusy: boolean) => {
      isUnderWay = isBusy
      if (button === null) return
      button.textContent = isBusy ? (button.dataset.busy ?? label) : label
      button.setAttribute('aria-disabled', String(isBusy))
    }
    const sendOnce = async () => {
      if (isUnderWay) return
      setBusy(true)
      try {
        if (await send(form)) return
      } catch {
        sayTrouble(form, document.body.dataset.unreached ?? '')
      }
      setBusy(false)
    }
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void sendOnce()
    })
    // In a page restored from the back/forward cache, the button is still busy.
    addEventListener('pageshow', () => setBusy(false))
  }
}
