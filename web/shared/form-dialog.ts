import { complaintAbout, wordsOf } from './api.ts'
import { alertOf, busy, openDialog } from './dialog.ts'
import { element, type Child } from './element.ts'
import type { Field } from './fields.ts'

interface Form<Result> {
  title: string
  lead?: Child
  fields: readonly Field<unknown>[]
  /** In place of the fields one under the other. */
  layout?: readonly Child[]
  action: string
  submit(): Promise<Result>
}

const complain = (fields: readonly Field<unknown>[], error: unknown) => {
  const wrong = fields.filter((field) => {
    const words = complaintAbout(error, field.name)
    field.complain(words)
    return words !== null
  })
  wrong[0]?.focus()
  return wrong.length > 0
}

/** Answers what `submit` made, or null if the person left it. */
export const formDialog = async <Result>(form: Form<Result>): Promise<Result | null> => {
  const { title, lead, fields, layout, action, submit } = form
  let result: Result | null = null
  const trouble = element('div', {})
  const go = element('button', { class: 'button' }, action)
  const leave = element('button', { type: 'button', class: 'button plain' }, 'Cancel')
  const send = async () => {
    trouble.replaceChildren()
    for (const field of fields) field.complain(null)
    result = await busy(go, submit)
  }
  const shown = element(
    'form',
    {
      class: 'stack',
      onsubmit: (event) => {
        event.preventDefault()
        send().then(opened.close, (error: unknown) => {
          if (!complain(fields, error)) trouble.replaceChildren(alertOf(error))
          else trouble.replaceChildren(element('p', { class: 'sr', role: 'alert' }, wordsOf(error)))
        })
      },
    },
    lead !== undefined && element('p', { class: 'quiet' }, lead),
    layout ?? fields.map(({ node }) => node),
    trouble,
    element('div', { class: 'row end' }, leave, go),
  )
  const opened = openDialog(title, [shown])
  leave.addEventListener('click', opened.close)
  await opened.closed
  return result
}
