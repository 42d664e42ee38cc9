import { enableCopying } from '../shared/copying.ts'
import { enableMenus } from '../shared/menus.ts'
import { followReader } from '../shared/reader-language.ts'

followReader()
enableCopying()
enableMenus()

/** The link "Follow this calendar" of a past event leads to the feeds. */
const subscribe = document.querySelector<HTMLDetailsElement>('#subscribe')
if (subscribe !== null && location.hash === '#subscribe') subscribe.open = true
