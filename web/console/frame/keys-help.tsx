import { useState } from 'hono/jsx/dom'
import { Dialog } from '../parts/dialog.tsx'
import { CheckField } from '../parts/fields.tsx'
import { areKeysOn, turnKeys } from '../parts/keys.ts'

const KEYS: readonly [string[], string][] = [
  [['⌘', 'K'], 'search or jump'],
  [['/'], 'search in this list'],
  [['N'], 'new, of what the screen shows'],
  [['G', 'then', 'E', 'S', 'M', 'N', 'T', 'D'], 'events, series, messages, numbers, team, developers'],
  [['J', 'K'], 'next, previous row or guest'],
  [['X'], 'select a row; Shift-X up to here'],
  [['↵'], 'open the sheet of a row'],
  [['E'], 'edit'],
  [['A', 'D'], 'approve, decline what is selected or open'],
  [['R'], 'resend'],
  [['T'], 'transfer'],
  [['⌘', '↵'], 'send the form'],
  [['Esc'], 'close the sheet, the dialog, the selection'],
  [['?'], 'this list'],
]

export const KeysHelp = ({ close }: { close: () => void }) => {
  const [areOn, turn] = useState(areKeysOn())
  return (
    <Dialog title="Keys and help" close={close}>
      <dl class="keys">
        {KEYS.map(([keys, words]) => (
          <div key={words}>
            <dt>{keys.map((key) => (key === 'then' ? <span key={key}>then</span> : <kbd key={key}>{key}</kbd>))}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <CheckField
        label="Single letters are keys"
        hint="Off, only ⌘K, ⌘↵ and Esc do something. Kept on this device."
        value={areOn}
        set={(value) => {
          turn(value)
          turnKeys(value)
        }}
        isSwitch
      />
      <p class="soft small">
        Everything here is also in the API: <a href="/docs">the reference</a>.
      </p>
    </Dialog>
  )
}
