import { useState } from 'hono/jsx/dom'
import { Dialog } from '../parts/dialog.tsx'
import { CheckField } from '../parts/fields.tsx'
import { areKeysOn, turnKeys } from '../parts/keys.ts'

const KEYS: readonly [string[], string][] = [
  [['⌘', 'K'], 'Search or jump'],
  [['/'], 'Search this list'],
  [['N'], 'Create a new item on this screen'],
  [['G', 'then', 'E', 'S', 'M', 'N', 'T', 'D'], 'Events, Series, Messages, Numbers, Team, Developers'],
  [['J', 'K'], 'Next or previous row or guest'],
  [['X'], 'Select a row; Shift-X selects up to it'],
  [['↵'], 'Open the details of a row'],
  [['E'], 'Edit'],
  [['A', 'D'], 'Approve or decline the selected or open guest'],
  [['R'], 'Resend the guest’s email'],
  [['T'], 'Transfer the place'],
  [['⌘', '↵'], 'Send the form'],
  [['Esc'], 'Close the panel or dialog, or clear the selection'],
  [['?'], 'Show this list'],
]

export const KeysHelp = ({ close }: { close: () => void }) => {
  const [areOn, turn] = useState(areKeysOn())
  return (
    <Dialog title="Shortcuts and help" close={close}>
      <dl class="keys">
        {KEYS.map(([keys, words]) => (
          <div key={words}>
            <dt>{keys.map((key) => (key === 'then' ? <span key={key}>then</span> : <kbd key={key}>{key}</kbd>))}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <CheckField
        label="Single-key shortcuts"
        hint="If you turn them off, only ⌘K, ⌘↵ and Esc work. Saved on this device."
        value={areOn}
        set={(value) => {
          turn(value)
          turnKeys(value)
        }}
        isSwitch
      />
      <p class="soft small">
        You can do everything here through the API too. See <a href="/docs">the API reference</a>.
      </p>
    </Dialog>
  )
}
