import { frameWords } from '../words/en/frame.ts'

const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform)

/** The name of the modifier key: ⌘ on Apple devices, Ctrl on others. `useKeys` and `Form` accept both. */
export const modName = () => (isApple() ? '⌘' : frameWords().ctrl)

/** Returns "⌘K" or "Ctrl+K". */
export const withMod = (key: string) => (isApple() ? `⌘${key}` : `${frameWords().ctrl}+${key}`)

/** The shortcut of a form's submit button. */
export const SendKey = () => <kbd>{withMod('↵')}</kbd>
