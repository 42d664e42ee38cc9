/** Copies the setup key from the fragment of the link into the form, and out of the address bar and history. */
export const readSetupKey = () => {
  const field = document.querySelector<HTMLInputElement>('#setup-key')
  const key = location.hash.slice(1)
  if (field === null || key === '') return
  field.value = key
  document.querySelector<HTMLElement>('#setup-key-field')?.setAttribute('hidden', '')
  history.replaceState(null, '', location.pathname)
}

const DIGITS = 8

/** Shows the code in two groups, and submits the form when it is complete. */
export const formatCode = () => {
  const field = document.querySelector<HTMLInputElement>('#code')
  if (field === null) return
  const format = () => {
    const digits = field.value.replaceAll(/\D/g, '').slice(0, DIGITS)
    field.value = digits.length > 4 ? `${digits.slice(0, 4)} ${digits.slice(4)}` : digits
    if (digits.length === DIGITS) field.form?.requestSubmit()
  }
  field.addEventListener('input', format)
  // The code may have been filled in before this script was loaded. After a reload or Back, it is an old code.
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (field.value !== '' && entry?.type === 'navigate') format()
}
