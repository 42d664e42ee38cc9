import type { Work } from './asking.ts'
import { useState } from './state.ts'
import { complaintAbout } from './trouble.ts'
import { orNull } from './words.ts'

/**
 * Holds the values of a form and connects its fields: `<TextField label="Name" {...field('name')} />`.
 *
 * `field(name)` shows the error that the API reports for one of `reported`, by default the field of the same name. `shown`
 * collects these names for `OtherFault`, so that an error of a field that isn't drawn appears at the end of the form.
 */
export const useFields = <Values extends object>(initial: Values | (() => Values), { error }: Pick<Work, 'error'>) => {
  const [values, setValues] = useState<Values>(initial)
  const shown = new Set<string>()
  const set = (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes }))
  return {
    values,
    set,
    shown,
    field: <Name extends keyof Values & string>(name: Name, ...reported: string[]) => {
      const names = reported.length === 0 ? [name] : reported
      for (const each of names) shown.add(each)
      return {
        value: values[name],
        set: (value: Values[Name]) => set({ [name]: value } as unknown as Partial<Values>),
        fault: complaintAbout(error, ...names),
      }
    },
    /** Returns the trimmed text, or null if it is empty. */
    orNull: (name: keyof Values & string) => orNull(String(values[name])),
    /** Returns the number typed, or null if the field is empty. */
    numberOrNull: (name: keyof Values & string) => {
      const text = orNull(String(values[name]))
      return text === null ? null : Number(text)
    },
  }
}

export type Fields<Values extends object> = ReturnType<typeof useFields<Values>>
