export { ENDINGS } from './picture.ts'
export { fileKeyOf, wideKeyOf } from './images.ts'
export { sweepImages } from './sweep-images.ts'
