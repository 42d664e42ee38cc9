import { Dialog } from '../parts/dialog.tsx'
import { CheckField } from '../parts/fields.tsx'
import { areKeysOn, turnKeys } from '../parts/keys.ts'
import { modName, withMod } from '../parts/send-key.tsx'
import { useState } from '../parts/state.ts'
import { frameWords, type FrameWords } from '../words/en/frame.ts'

/** The keys of a shortcut. Where there are two lists, a key of the first comes before a key of the second. */
const keysOf = (): readonly [readonly string[][], keyof FrameWords['keys']][] => [
  [[[modName(), 'K']], 'search'],
  [[['/']], 'searchList'],
  [[['N']], 'create'],
  [[['G'], ['E', 'S', 'M', 'N', 'T', 'D']], 'sections'],
  [[['J', 'K']], 'rows'],
  [[['X']], 'select'],
  [[['↵']], 'openRow'],
  [[['E']], 'edit'],
  [[['A', 'D']], 'decide'],
  [[['R']], 'resend'],
  [[['T']], 'transfer'],
  [[[modName(), '↵']], 'send'],
  [[['Esc']], 'close'],
  [[['?']], 'help'],
]

export const KeysHelp = ({ close }: { close: () => void }) => {
  const words = frameWords()
  const [areOn, turn] = useState(areKeysOn())
  return (
    <Dialog title={words.help} close={close}>
      <dl class="keys">
        {keysOf().map(([[first = [], after = []], name]) => (
          <div key={name}>
            <dt>
              {first.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
              {after.length > 0 && <span>{words.keyThen}</span>}
              {after.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{words.keys[name]}</dd>
          </div>
        ))}
      </dl>
      <CheckField
        label={words.singleKeys}
        hint={words.singleKeysHint(withMod('K'), withMod('↵'))}
        value={areOn}
        set={(value) => {
          turn(value)
          turnKeys(value)
        }}
        isSwitch
      />
      <p class="soft small">{words.throughApi(<a href="/docs">{words.apiReference}</a>)}</p>
    </Dialog>
  )
}
