// SPDX-License-Identifier: Apache-2.0

// go-fake-kubelet serves the kubelet's PodResources API by grpc-go and Kubernetes' own types, as the
// kubelet does. It knows nothing of our .proto files, so it shows where those are wrong.
// Usage and the form of the answer: tests/fakes/README.md.
package main

import (
	"context"
	"flag"
	"fmt"
	"net"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/time/rate"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	v1 "k8s.io/kubelet/pkg/apis/podresources/v1"
	"k8s.io/kubelet/pkg/apis/podresources/v1alpha1"
)

// The kubelet's limits: 100 requests a second, 10 at once, for all clients together.
const (
	kubeletQPS   = 100
	kubeletBurst = 10
	lookEvery    = 50 * time.Millisecond
)

type options struct {
	socket    string
	answer    string
	rateLimit bool
	logCalls  bool
}

func main() {
	var opts options
	flag.StringVar(&opts.socket, "socket", "", "where to listen")
	flag.StringVar(&opts.answer, "answer", "", "JSON file that says what to answer")
	flag.BoolVar(&opts.rateLimit, "rate-limit", false, "limit requests as the kubelet does")
	flag.BoolVar(&opts.logCalls, "log-calls", false, "print a line for each call")
	flag.Parse()
	if opts.socket == "" || opts.answer == "" {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(opts); err != nil {
		fmt.Fprintln(os.Stderr, "go-fake-kubelet:", err)
		os.Exit(1)
	}
}

func run(opts options) error {
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGUSR1)
	script := &script{}
	seen := stampOf(opts.answer)
	if err := script.load(opts.answer); err != nil {
		return err
	}
	server, err := launch(opts, script, 0)
	if err != nil {
		return err
	}
	fmt.Println("ready", opts.socket)
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for launched := 1; ; {
		var got os.Signal
		select {
		case got = <-signals:
		case <-tick.C:
		}
		switch got {
		case syscall.SIGTERM, syscall.SIGINT:
			server.Stop()
			return nil
		case syscall.SIGUSR1:
			server.Stop()
			if server, err = launch(opts, script, launched); err != nil {
				return err
			}
			launched++
			fmt.Println("restarted", opts.socket)
		}
		if now := stampOf(opts.answer); got == syscall.SIGHUP || now != seen {
			seen = now
			if err := script.load(opts.answer); err != nil {
				fmt.Println("bad answer:", err)
			} else {
				fmt.Println("answer", opts.answer)
			}
		}
	}
}

// launch brings a server up the way the kubelet does: remove what stands there, listen under another
// name, rename. Which services there are is settled here.
func launch(opts options, script *script, number int) (*grpc.Server, error) {
	temporary := opts.socket + "." + strconv.Itoa(number)
	_ = os.Remove(opts.socket)
	_ = os.Remove(temporary)
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: temporary, Net: "unix"})
	if err != nil {
		return nil, err
	}
	listener.SetUnlinkOnClose(false)
	if err := os.Rename(temporary, opts.socket); err != nil {
		return nil, err
	}
	server := grpc.NewServer(grpc.UnaryInterceptor(interceptor(opts)))
	if answer := script.get(); answer.serves("v1") {
		v1.RegisterPodResourcesListerServer(server, &serverV1{script: script})
	}
	if answer := script.get(); answer.serves("v1alpha1") {
		v1alpha1.RegisterPodResourcesListerServer(server, &serverV1alpha1{script: script})
	}
	go func() {
		_ = server.Serve(listener)
	}()
	return server, nil
}

func interceptor(opts options) grpc.UnaryServerInterceptor {
	limiter := rate.NewLimiter(kubeletQPS, kubeletBurst)
	return func(ctx context.Context, request any, info *grpc.UnaryServerInfo,
		handler grpc.UnaryHandler) (any, error) {
		if opts.logCalls {
			md, _ := metadata.FromIncomingContext(ctx)
			fmt.Println("call", info.FullMethod, md.Get(":authority"))
		}
		if opts.rateLimit && !limiter.Allow() {
			return nil, status.Error(codes.ResourceExhausted, "rejected by rate limit")
		}
		return handler(ctx, request)
	}
}

type stamp struct {
	modified time.Time
	size     int64
}

func stampOf(file string) stamp {
	info, err := os.Stat(file)
	if err != nil {
		return stamp{}
	}
	return stamp{info.ModTime(), info.Size()}
}
