package main

import (
	"bufio"
	"flag"
	"io"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

var kills = flag.Int("kills", 10, "how often the script kills the program under load")

// killed is the script command "killed TEXT program args…". It starts the program, types
// the lines of the file "typed", and kills the program as soon as it has written TEXT,
// while it waits for more input.
func killed(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: killed TEXT program args…")
	}
	child := start(ts, args[1:])
	_, err := io.WriteString(child.in, ts.ReadFile("typed"))
	ts.Check(err)
	for child.out.Scan() {
		if strings.Contains(child.out.Text(), args[0]) {
			child.kill(ts)
			return
		}
	}
	child.kill(ts)
	ts.Fatalf("%q was not written", args[0])
}

// killedOften is the script command "killed-often program args…". It types moves as fast
// as they are read, kills the program at a random moment, and starts it again. Every
// answered move must be there, and no move that wasn't typed.
func killedOften(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: killed-often program args…")
	}
	total := 0
	for round := range *kills {
		child := start(ts, args)
		found := child.progress()
		if found < total {
			ts.Fatalf("round %d: %d of %d answered moves are there", round, found, total)
		}
		go child.typeMoves(found)
		time.AfterFunc(time.Duration(rand.Int64N(int64(100*time.Millisecond))), func() { _ = child.cmd.Process.Kill() })
		total = found
		for n := child.progress(); n >= 0; n = child.progress() {
			if n != total+1 {
				ts.Fatalf("round %d: after move %d the board shows %d", round, total, n)
			}
			total = n
		}
		child.kill(ts)
	}
	ts.Logf("%d kills, %d answered moves", *kills, total)
}

// killPatience is the time limit for a child. One that doesn't answer in time is killed,
// which fails its test instead of blocking it.
const killPatience = 2 * time.Minute

// A child is a running program with an input to type into.
type child struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

func start(ts *testscript.TestScript, args []string) child {
	path, err := exec.LookPath(args[0])
	if err != nil {
		path = args[0]
	}
	cmd := exec.Command(path, args[1:]...)
	cmd.Dir = ts.Getenv("WORK")
	cmd.Env = append(cmd.Environ(), "HOME="+ts.Getenv("WORK"), "TESTSCRIPT_COMMAND=solitaire")
	in, err := cmd.StdinPipe()
	ts.Check(err)
	out, err := cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	time.AfterFunc(killPatience, func() { _ = cmd.Process.Kill() })
	return child{cmd, in, bufio.NewScanner(out)}
}

func (c child) kill(ts *testscript.TestScript) {
	_ = c.cmd.Process.Kill() // it may already be gone
	_ = c.in.Close()
	err := c.cmd.Wait()
	if err == nil {
		ts.Fatalf("the program ended by itself")
	}
}

// typeMoves alternately types a draw and an undo until the program is gone.
func (c child) typeMoves(done int) {
	for ; ; done++ {
		line := "d\n"
		if done%2 == 1 {
			line = "undo\n"
		}
		if _, err := io.WriteString(c.in, line); err != nil {
			return
		}
	}
}

// progress reads the status of the next board and returns how many draws and undos it
// shows; -1 at the end of the output.
func (c child) progress() int {
	status := regexp.MustCompile(`^(\d+) moves? · score \d+ · (\d+) undos?$`)
	for c.out.Scan() {
		line := strings.ReplaceAll(c.out.Text(), ",", "") // 1,000 undos
		if m := status.FindStringSubmatch(line); m != nil {
			moves, _ := strconv.Atoi(m[1])
			undos, _ := strconv.Atoi(m[2])
			return 2*undos + moves
		}
	}
	return -1
}
