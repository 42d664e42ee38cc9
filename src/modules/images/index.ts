export { ENDINGS, stripMetadata } from './picture.ts'
export { fileKeyOf, MAX_IMAGE_BYTES, wideKeyOf } from './images.ts'
export { markStored } from './images.store.ts'
export { sweepImages } from './sweep-images.ts'
