import { copyable } from '../../shared/copying.ts'
import { openDialog } from '../../shared/dialog.ts'
import { element, type Child } from '../../shared/element.ts'

/** Shown once, to be taken away: nothing but the button closes it. */
export const showSecret = async (title: string, of: string, secret: string, ...more: readonly Child[]) => {
  const kept = element('button', { type: 'button', class: 'button' }, 'I have kept it')
  const opened = openDialog(
    title,
    [
      element(
        'div',
        { class: 'stack' },
        element(
          'p',
          { class: 'notice warn' },
          'This is the only time it is shown. Keep it on a server, never in a web page.',
        ),
        copyable(secret, of),
        more,
        element('div', { class: 'row end' }, kept),
      ),
    ],
    { isKept: true },
  )
  kept.addEventListener('click', opened.close)
  await opened.closed
}
