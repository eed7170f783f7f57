package web_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

func chrome(t *testing.T) context.Context {
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath("/usr/bin/chromium"), chromedp.NoSandbox,
		chromedp.Flag("disable-gpu", true), chromedp.Flag("disable-quic", true), chromedp.Flag("disable-sync", true), chromedp.Flag("disable-component-update", true))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), opts...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	return ctx
}

func TestLook(t *testing.T) {
	dir := os.Getenv("LOOK")
	if dir == "" {
		t.Skip()
	}
	s := serve(t, memory(), "/cards")
	ctx := chrome(t)
	go func() {
		for m, err := range chromedp.Console(ctx) {
			fmt.Println(m, err)
		}
	}()
	for _, w := range []int64{320, 768, 1440} {
		for _, scheme := range []string{"light", "dark"} {
			for name, path := range map[string]string{"front": "/", "play": "/play", "daily": "/daily", "go": "/go?t=x"} {
				if err := chromedp.Do(ctx, chromedp.EmulateViewport(w, 800)); err != nil {
					t.Fatal(err)
				}
				_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
					Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
				if err != nil {
					t.Fatal(err)
				}
				if err := chromedp.Do(ctx, chromedp.Navigate(s.url+path), chromedp.Sleep(400*time.Millisecond)); err != nil {
					t.Fatal(err)
				}
				if name == "play" {
					_, err := chromedp.Run(ctx, chromedp.Evaluate[any](`document.getElementById('line').value='new draw 3 deal 5 confirm'; document.getElementById('typed').requestSubmit(); 1`))
					if err != nil {
						t.Fatal(err)
					}
					_ = chromedp.Do(ctx, chromedp.Sleep(600*time.Millisecond))
				}
				png, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
				if err != nil {
					t.Fatal(err)
				}
				_ = os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%d-%s.png", name, w, scheme)), png, 0o644)
			}
		}
	}
}
