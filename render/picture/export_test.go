package picture

// CardWidth is the width of a card.
const CardWidth = cardWidth
