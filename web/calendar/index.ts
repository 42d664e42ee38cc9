import { enableCopying } from '../shared/copying.ts'
import { enableMenus } from '../shared/menus.ts'
import { followReader } from '../shared/reader-language.ts'

followReader()
enableCopying()
enableMenus()
