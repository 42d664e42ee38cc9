import type { useWork } from '../parts/asking.ts'
import { TextField } from '../parts/fields.tsx'
import { faultOf } from '../parts/form.tsx'
import { importWords } from '../words/en/imports.ts'

export const ADDRESS_FIELDS = ['pretix.url', 'pretix.organizer', 'pretix.event', 'pretix.subevent']

interface PretixEvent {
  address: string
  token: string
}

/** Reads the address of an event at pretix: `/organizer/event/`, or `/organizer/event/5/` for one date of a series. */
export const pretixOf = ({ address, token }: PretixEvent) => {
  const url = URL.canParse(address) ? new URL(address) : null
  const parts = (url?.pathname ?? '').split('/').filter((part) => part !== '')
  const [organizer = '', event = '', date = ''] = parts[0] === 'control' ? parts.slice(2) : parts
  return {
    url: url?.origin ?? address,
    organizer,
    event,
    token,
    ...(/^\d+$/.test(date) ? { subevent: Number(date) } : {}),
  }
}

export const PretixFields = ({
  value,
  set,
  work,
}: {
  value: PretixEvent
  set: (value: PretixEvent) => void
  work: ReturnType<typeof useWork>
}) => {
  const words = importWords()
  const fault = ADDRESS_FIELDS.map((field) => faultOf(work, field)).find((each) => each !== null)
  return (
    <>
      <TextField
        label={words.address}
        hint={words.addressHint}
        type="url"
        value={value.address}
        set={(address) => set({ ...value, address })}
        fault={fault}
      />
      <TextField
        label={words.token}
        hint={words.tokenHint}
        type="password"
        value={value.token}
        set={(token) => set({ ...value, token })}
        fault={faultOf(work, 'pretix.token')}
      />
    </>
  )
}
