package solve

// An impNode is a position that waits to be expanded.
type impNode struct {
	pos    impPos
	key    impKey
	parent int32  // the trail's entry of the position before
	length uint16 // draws and moves so far
	bound  uint16
	rank   uint16 // less is better; 0 for positions of the best line
	step   impStep
}

// impRanks is one more than the highest rank.
const impRanks = 1 << 12

// cutLayer keeps the width best nodes of a layer, in no order. Of equal ranks
// it keeps those that came first.
func cutLayer(nodes []impNode, width int) []impNode {
	var count [impRanks]int32
	for i := range nodes {
		count[nodes[i].rank]++
	}
	limit, room := 0, width
	for limit < impRanks && int(count[limit]) <= room {
		room -= int(count[limit])
		limit++
	}
	kept := 0
	for i := range nodes {
		rank := int(nodes[i].rank)
		if rank > limit || rank == limit && room == 0 {
			continue
		}
		if rank == limit {
			room--
		}
		if kept != i {
			nodes[kept] = nodes[i]
		}
		kept++
	}
	return nodes[:kept]
}
