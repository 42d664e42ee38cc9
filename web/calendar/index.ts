import { enableCopying } from '../shared/copying.ts'
import { enableMenus } from '../shared/menus.ts'

enableCopying()
enableMenus()
